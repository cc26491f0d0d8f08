// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

namespace rollcall::test {

enum class KeyKind { Rsa, RsaPkcs1, EcSec1, EcPkcs8, Ed25519 };

struct CertificateAndKey {
    std::string certificatePem, keyPem;
};

struct CertificateWish {
    std::string commonName;
    std::string subjectAltName;  ///< OpenSSL's notation: "IP:127.0.0.1,DNS:localhost"; empty = none
    KeyKind key = KeyKind::EcPkcs8;
    bool forClient = false;  ///< extended key usage clientAuth instead of serverAuth
    int validFromDays = -1;  ///< relative to now
    int validToDays = 2;
};

/// A certificate authority made on the spot, good for two days. Thread: one at a time.
class TestAuthority {
public:
    explicit TestAuthority(const std::string& commonName);
    ~TestAuthority();
    TestAuthority(const TestAuthority&) = delete;
    TestAuthority& operator=(const TestAuthority&) = delete;

    const std::string& certificatePem() const;
    CertificateAndKey sign(const CertificateWish& wish) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// A private key that needs a passphrase.
std::string encryptedKeyPem();

}  // namespace rollcall::test
