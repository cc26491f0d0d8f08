// SPDX-License-Identifier: GPL-3.0-or-later
// The finished program with a canary in every slot for a secret (faults: S4, S13, S14, G7, A8): none may be seen
// anywhere but at its own server.
#include <QTest>

#include "tests/secrets/secret_run.h"

using namespace rollcall::test;
using User = SecretUser;
using Fate = SecretFate;

namespace {

struct Named {
    const char* name;
    Fate fate;
    int redirect = 307;
    bool toHttp = false;
    bool everyUser = false;  // the rest only with two, to save time
};

constexpr Named kFates[] = {
    {"works", Fate::Works, 0, false, true},
    {"panic", Fate::Panics},
    {"401", Fate::Unauthorized, 0, false, true},
    {"500 with a page", Fate::HtmlEchoes},
    {"500 with a Status", Fate::StatusEchoes},
    {"301 elsewhere", Fate::Redirects, 301},
    {"302 elsewhere", Fate::Redirects, 302},
    {"307 elsewhere", Fate::Redirects, 307, false, true},
    {"308 elsewhere", Fate::Redirects, 308},
    {"307 to http", Fate::Redirects, 307, true},
    {"302 to http", Fate::Redirects, 302, true},
    {"another authority", Fate::OtherAuthority},
    {"http", Fate::NoTls, 0, false, true},
    {"cut off", Fate::CutOff},
    {"proxy refuses", Fate::ProxyRefuses, 0, false, true},
    {"proxy echoes", Fate::ProxyEchoes},
};

constexpr std::pair<const char*, User> kUsers[] = {{"bearer", User::Bearer},
                                                   {"token file", User::TokenFile},
                                                   {"basic", User::Basic},
                                                   {"exec token", User::ExecToken},
                                                   {"exec certificate", User::ExecCertificate}};

}  // namespace

class SecretsStayTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void seenNowhereElse_data();
    void seenNowhereElse();
};

void SecretsStayTest::seenNowhereElse_data() {
    QTest::addColumn<int>("user");
    QTest::addColumn<int>("fate");
    for (const auto& [name, user] : kUsers) {
        for (std::size_t i = 0; i < std::size(kFates); ++i) {
            const bool always = user == User::Bearer || user == User::ExecToken || kFates[i].everyUser;
            if (!always) continue;
            QTest::newRow((std::string(name) + ", " + kFates[i].name).c_str()) << int(user) << int(i);
        }
    }
}

void SecretsStayTest::seenNowhereElse() {
    QFETCH(int, user);
    QFETCH(int, fate);
    const Named& named = kFates[fate];
    SecretRun run(User(user), named.fate);
    run.redirectStatus = named.redirect;
    run.redirectToHttp = named.toHttp;
    QVERIFY(run.run());
    const auto leaks = run.leaks();
    QVERIFY2(leaks.empty(), (leaks.empty() ? std::string() : leaks.front() + '\n' + run.standardError()).c_str());
    if (named.fate == Fate::Works) {
        QVERIFY2(run.exitCode() == 0, run.standardError().c_str());
        QVERIFY(run.serverGotTheSecret());
    } else {
        QVERIFY2(!run.standardError().empty(), "what went wrong is said");
    }
}

QTEST_GUILESS_MAIN(SecretsStayTest)
#include "tst_secrets_stay.moc"
