// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_certificates.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <cstdlib>

namespace rollcall::test {

namespace {

struct Free {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(X509* certificate) const { X509_free(certificate); }
    void operator()(BIO* bio) const { BIO_free(bio); }
    void operator()(X509_EXTENSION* extension) const { X509_EXTENSION_free(extension); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

Owned<EVP_PKEY> makeKey(KeyKind kind) {
    switch (kind) {
        case KeyKind::Rsa:
        case KeyKind::RsaPkcs1:
            return Owned<EVP_PKEY>(EVP_RSA_gen(2048));
        case KeyKind::EcSec1:
        case KeyKind::EcPkcs8:
            return Owned<EVP_PKEY>(EVP_EC_gen("P-256"));
        case KeyKind::Ed25519:
            return Owned<EVP_PKEY>(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
    }
    std::abort();
}

std::string textOf(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return {data, static_cast<std::size_t>(size)};
}

std::string keyPem(EVP_PKEY* key, KeyKind kind) {
    const Owned<BIO> bio(BIO_new(BIO_s_mem()));
    const bool traditional = kind == KeyKind::RsaPkcs1 || kind == KeyKind::EcSec1;
    if (traditional)
        PEM_write_bio_PrivateKey_traditional(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
    else
        PEM_write_bio_PKCS8PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
    return textOf(bio.get());
}

std::string certificatePemOf(X509* certificate) {
    const Owned<BIO> bio(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(bio.get(), certificate);
    return textOf(bio.get());
}

void addExtension(X509* certificate, X509* issuer, int nid, const std::string& value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    const Owned<X509_EXTENSION> extension(X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str()));
    X509_add_ext(certificate, extension.get(), -1);
}

Owned<X509> makeCertificate(const std::string& commonName, EVP_PKEY* key, int fromDays, int toDays) {
    Owned<X509> certificate(X509_new());
    X509_set_version(certificate.get(), X509_VERSION_3);
    std::uint64_t serial = 0;
    RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial);
    ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), serial >> 1);
    constexpr long kDay = 24L * 60 * 60;
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), fromDays * kDay);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), toDays * kDay);
    X509_set_pubkey(certificate.get(), key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>(commonName.c_str()), -1, -1, 0);
    return certificate;
}

}  // namespace

struct TestAuthority::State {
    Owned<EVP_PKEY> key;
    Owned<X509> certificate;
    std::string pem;
};

TestAuthority::TestAuthority(const std::string& commonName) : m_state(std::make_unique<State>()) {
    m_state->key = makeKey(KeyKind::EcPkcs8);
    m_state->certificate = makeCertificate(commonName, m_state->key.get(), -1000, 2);
    X509* certificate = m_state->certificate.get();
    X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
    addExtension(certificate, certificate, NID_basic_constraints, "critical,CA:TRUE");
    addExtension(certificate, certificate, NID_key_usage, "critical,keyCertSign,cRLSign");
    addExtension(certificate, certificate, NID_subject_key_identifier, "hash");
    X509_sign(certificate, m_state->key.get(), EVP_sha256());
    m_state->pem = certificatePemOf(certificate);
}

TestAuthority::~TestAuthority() = default;

const std::string& TestAuthority::certificatePem() const {
    return m_state->pem;
}

CertificateAndKey TestAuthority::sign(const CertificateWish& wish) const {
    const Owned<EVP_PKEY> key = makeKey(wish.key);
    const Owned<X509> certificate = makeCertificate(wish.commonName, key.get(), wish.validFromDays, wish.validToDays);
    X509* issuer = m_state->certificate.get();
    X509_set_issuer_name(certificate.get(), X509_get_subject_name(issuer));
    addExtension(certificate.get(), issuer, NID_basic_constraints, "critical,CA:FALSE");
    addExtension(certificate.get(), issuer, NID_ext_key_usage, wish.forClient ? "clientAuth" : "serverAuth");
    if (!wish.subjectAltName.empty())
        addExtension(certificate.get(), issuer, NID_subject_alt_name, wish.subjectAltName);
    X509_sign(certificate.get(), m_state->key.get(), EVP_sha256());
    return {certificatePemOf(certificate.get()), keyPem(key.get(), wish.key)};
}

std::string encryptedKeyPem() {
    const Owned<EVP_PKEY> key = makeKey(KeyKind::EcPkcs8);
    const Owned<BIO> bio(BIO_new(BIO_s_mem()));
    char passphrase[] = "a passphrase";
    PEM_write_bio_PKCS8PrivateKey(bio.get(), key.get(), EVP_aes_256_cbc(), passphrase, sizeof passphrase - 1, nullptr,
                                  nullptr);
    return textOf(bio.get());
}

}  // namespace rollcall::test
