// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/tls_identity.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <memory>

namespace rollcall::sandbox {
namespace {

template <auto Free>
struct Deleter {
    template <class T>
    void operator()(T* pointer) const {
        Free(pointer);
    }
};
using Key = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Deleter<X509_free>>;
using Bio = std::unique_ptr<BIO, Deleter<BIO_free_all>>;
using Extension = std::unique_ptr<X509_EXTENSION, Deleter<X509_EXTENSION_free>>;

constexpr long kHour = 3600;
constexpr long kLifetime = 365 * 24 * kHour;  // nobody keeps a sandbox open longer

std::string drain(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return std::string(data, static_cast<std::size_t>(size));
}

std::string pem(X509* certificate) {
    const Bio bio(BIO_new(BIO_s_mem()));
    return PEM_write_bio_X509(bio.get(), certificate) ? drain(bio.get()) : std::string();
}

std::string pem(EVP_PKEY* key) {
    const Bio bio(BIO_new(BIO_s_mem()));
    return PEM_write_bio_PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr) ? drain(bio.get())
                                                                                           : std::string();
}

bool addExtension(X509* certificate, X509* issuer, int nid, const char* value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, nid, value));
    return extension && X509_add_ext(certificate, extension.get(), -1);
}

bool setSerial(X509* certificate) {
    unsigned char bytes[8];
    if (RAND_bytes(bytes, sizeof bytes) != 1) return false;
    std::uint64_t serial = 0;
    for (const unsigned char byte : bytes) serial = serial << 8 | byte;
    return ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial >> 1) == 1;
}

bool setSubject(X509* certificate, const char* name) {
    X509_NAME* subject = X509_get_subject_name(certificate);
    return X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, reinterpret_cast<const unsigned char*>(name), -1,
                                      -1, 0) == 1;
}

// `issuer` and `issuerKey` of its own for the authority.
Certificate make(const char* name, EVP_PKEY* key, X509* issuer, EVP_PKEY* issuerKey) {
    Certificate certificate(X509_new());
    if (!certificate) return nullptr;
    X509* raw = certificate.get();
    X509* by = issuer ? issuer : raw;
    const bool filled = X509_set_version(raw, 2) == 1 && setSerial(raw) &&
                        X509_gmtime_adj(X509_getm_notBefore(raw), -kHour) &&
                        X509_gmtime_adj(X509_getm_notAfter(raw), kLifetime) && X509_set_pubkey(raw, key) == 1 &&
                        setSubject(raw, name) && X509_set_issuer_name(raw, X509_get_subject_name(by)) == 1;
    if (!filled || !addExtension(raw, by, NID_subject_key_identifier, "hash")) return nullptr;
    const bool extended = issuer ? addExtension(raw, by, NID_basic_constraints, "critical,CA:FALSE") &&
                                       addExtension(raw, by, NID_key_usage, "critical,digitalSignature") &&
                                       addExtension(raw, by, NID_ext_key_usage, "serverAuth") &&
                                       addExtension(raw, by, NID_authority_key_identifier, "keyid") &&
                                       addExtension(raw, by, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1")
                                 : addExtension(raw, by, NID_basic_constraints, "critical,CA:TRUE") &&
                                       addExtension(raw, by, NID_key_usage, "critical,keyCertSign");
    if (!extended || X509_sign(raw, issuerKey, EVP_sha256()) == 0) return nullptr;
    return certificate;
}

}  // namespace

Result<TlsIdentity> TlsIdentity::generate() {
    const Key authorityKey(EVP_EC_gen("P-256")), serverKey(EVP_EC_gen("P-256"));
    const Error failed = makeError(ErrorKind::Tls, "the sandbox cannot make a certificate");
    if (!authorityKey || !serverKey) return failed;
    const Certificate authority = make("rollcall-sandbox-ca", authorityKey.get(), nullptr, authorityKey.get());
    if (!authority) return failed;
    const Certificate server = make("rollcall-sandbox", serverKey.get(), authority.get(), authorityKey.get());
    if (!server) return failed;
    TlsIdentity identity{pem(authority.get()), pem(server.get()), pem(serverKey.get())};
    if (identity.caPem.empty() || identity.certificatePem.empty() || identity.keyPem.empty()) return failed;
    return identity;
}

}  // namespace rollcall::sandbox
