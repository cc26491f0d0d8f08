# SPDX-License-Identifier: GPL-3.0-or-later
"""Exec plugins, each a small program and an exec entry. record_exec.py asks kubectl what it makes of them.

A case: name -> dict(files={"plugin": text, "printed": text, …}, exec="flow-style YAML of the entry").
@CERT@ and @KEY@ stand for a client certificate and key as JSON text, @OTHERKEY@ for a key that does not belong to it,
@DIR@ for the case's folder. Files whose text begins with "#!" may be executed, unless their name ends in ".plain".
"""
CASES = {}
V1, BETA = "client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"
CAT = '#!/bin/sh\ncd "$(dirname "$0")"\ncat printed\n'


def entry(version=V1, command="@DIR@/plugin", mode="Never", more=""):
    return f"apiVersion: {version}, command: '{command}'" + (f", interactiveMode: {mode}" if mode else "") + more


def add(name, plugin=CAT, printed=None, files=None, **kind):
    assert name not in CASES, name
    made = {"plugin": plugin} if plugin is not None else {}
    if printed is not None:
        made["printed"] = printed
    CASES[name] = dict(files=made | (files or {}), exec=entry(**kind))


def credential(status='{"token":"t"}', version=V1, kind="ExecCredential"):
    return f'{{"apiVersion":"{version}","kind":"{kind}","status":{status}}}'


# What it prints.
PAIR = '"clientCertificateData":@CERT@,"clientKeyData":@KEY@'
for name, text in {
    "token": credential(), "newline after": credential() + "\n", "blanks around": "\n  " + credential() + " \n\n",
    "over several lines": credential().replace(",", ",\n\t"), "with a spec": credential().replace('"status"', '"spec":{"interactive":false},"status"'),
    "unknown fields": credential('{"token":"t","zoo":1}').replace('"status"', '"zoo":[],"status"'),
    "key twice": credential('{"token":"a","token":"b"}'), "key in another case": credential('{"Token":"t"}'), "head in another case": credential().replace("kind", "Kind"),
    "nothing": "", "blanks": "  \n", "text": "hello\n", "text before": "WARN\n" + credential(), "text after": credential() + "\nbye\n", "two of them": credential() + credential(),
    "byte order mark": "\ufeff" + credential(), "carriage returns": credential().replace(",", ",\r\n"), "list": "[" + credential() + "]", "number": "5", "null": "null", "cut": credential()[:-3],
    "yaml": f"apiVersion: {V1}\nkind: ExecCredential\nstatus:\n  token: t\n", "comment": "// a\n" + credential(), "trailing comma": credential('{"token":"t",}'), "single quotes": credential().replace('"', "'"),
    "no version": credential().replace(f'"apiVersion":"{V1}",', ""), "version empty": credential(version=""), "version beta": credential(version=BETA), "version alpha": credential(version="client.authentication.k8s.io/v1alpha1"),
    "version 2": credential(version="client.authentication.k8s.io/v2"), "group alone": credential(version="client.authentication.k8s.io"), "another group": credential(version="v1"), "version number": credential().replace(f'"{V1}"', "1"),
    "no kind": credential().replace('"kind":"ExecCredential",', ""), "another kind": credential(kind="Pod"), "kind in lower case": credential(kind="execcredential"),
    "no status": f'{{"apiVersion":"{V1}","kind":"ExecCredential"}}', "status null": credential("null"), "status empty": credential("{}"), "status text": credential('"t"'), "status list": credential("[]"),
    "token empty": credential('{"token":""}'), "token null": credential('{"token":null}'), "token number": credential('{"token":5}'), "token list": credential('{"token":["t"]}'),
    "token newline": credential('{"token":"a\\nb"}'), "token newline at its end": credential('{"token":"a\\n"}'), "token blank inside": credential('{"token":"a b"}'), "token blank at its end": credential('{"token":"a "}'), "token not ASCII": credential('{"token":"\u00e4"}'), "token escaped": credential('{"token":"\\u0061\\/b"}'),
    "expires later": credential('{"token":"t","expirationTimestamp":"2099-01-01T00:00:00Z"}'), "expired": credential('{"token":"t","expirationTimestamp":"2020-01-01T00:00:00Z"}'), "expires with offset": credential('{"token":"t","expirationTimestamp":"2099-01-01T08:00:00+08:00"}'),
    "expires with fraction": credential('{"token":"t","expirationTimestamp":"2099-01-01T00:00:00.123456Z"}'), "expires null": credential('{"token":"t","expirationTimestamp":null}'), "expires empty": credential('{"token":"t","expirationTimestamp":""}'),
    "expires as date": credential('{"token":"t","expirationTimestamp":"2099-01-01"}'), "expires without zone": credential('{"token":"t","expirationTimestamp":"2099-01-01T00:00:00"}'), "expires soon": credential('{"token":"t","expirationTimestamp":"soon"}'), "expires as number": credential('{"token":"t","expirationTimestamp":4070908800}'),
    "certificate": credential("{" + PAIR + "}"), "certificate and token": credential('{"token":"t",' + PAIR + "}"), "certificate alone": credential('{"clientCertificateData":@CERT@}'), "certificate alone and token": credential('{"token":"t","clientCertificateData":@CERT@}'),
    "key alone": credential('{"clientKeyData":@KEY@}'), "key of another": credential('{"clientCertificateData":@CERT@,"clientKeyData":@OTHERKEY@}'), "certificate no PEM": credential('{"clientCertificateData":"c","clientKeyData":"k"}'), "certificate and key swapped": credential('{"clientCertificateData":@KEY@,"clientKeyData":@CERT@}'),
    "certificate empty and token": credential('{"token":"t","clientCertificateData":"","clientKeyData":""}'),
}.items():
    add("prints: " + name, printed=text)

# Its entry.
add("entry: beta", printed=credential(version=BETA), version=BETA, mode="")
add("entry: beta answers v1", printed=credential(), version=BETA, mode="")
add("entry: beta, if available", printed=credential(version=BETA), version=BETA, mode="IfAvailable")
add("entry: beta, certificate", printed=credential("{" + PAIR + "}", version=BETA), version=BETA, mode="")
add("entry: if available", printed=credential(), mode="IfAvailable")
add("entry: always", printed=credential(), mode="Always")
add("entry: no mode", printed=credential(), mode="")
add("entry: relative path", printed=credential(), command="./plugin")
add("entry: from PATH", None, files={"bin/on-path": '#!/bin/sh\necho \'' + credential() + "'\n"}, command="on-path")
add("entry: blank in its path", None, files={"a b/plugin": '#!/bin/sh\necho \'' + credential() + "'\n"}, command="@DIR@/a b/plugin")
add("entry: args null", printed=credential(), more=", args: ~")
add("entry: env null", printed=credential(), more=", env: ~")
SAY = '#!/bin/sh\nprintf \'{"apiVersion":"' + V1 + '","kind":"ExecCredential","status":{"token":"%s"}}\' "$('
add("gets: arguments", SAY + 'printf "%s|" "$@")"\n', more=", args: [a, '', '$HOME', '`id`', 'x;y', '--z=1', '*']")
add("gets: no arguments", SAY + 'echo $#)"\n')
add("gets: variable", SAY + 'echo "$FOO")"\n', more=", env: [{name: FOO, value: bar}]")
add("gets: variable without value", SAY + 'echo "${FOO-unset}.")"\n', more=", env: [{name: FOO}]")
add("gets: variable twice", SAY + 'echo "$FOO")"\n', more=", env: [{name: FOO, value: a}, {name: FOO, value: b}]")
add("gets: inherited variable", SAY + 'echo "$INHERITED")"\n')
add("gets: inherited variable changed", SAY + 'echo "$INHERITED")"\n', more=", env: [{name: INHERITED, value: mine}]")
add("gets: exec info of its own", SAY + 'case "$KUBERNETES_EXEC_INFO" in *interactive*) echo theirs;; *) echo mine;; esac)"\n', more=", env: [{name: KUBERNETES_EXEC_INFO, value: mine}]")
INFO = 'printf %s "$KUBERNETES_EXEC_INFO" | '
add("gets: kind and version", SAY + INFO + 'tr -d \'"{}\' | tr ":," "__" | cut -c1-69)"\n')
add("gets: not interactive", SAY + INFO + 'grep -c \'"interactive":false\')"\n')
add("gets: no cluster", SAY + INFO + 'grep -c \'"cluster"\')"\n')
add("gets: cluster", SAY + INFO + 'grep -c \'"cluster":{"server":"https://127.0.0.1:[0-9]*","certificate-authority-data":"[^"]*"\')"\n', more=", provideClusterInfo: true")
add("gets: end of its input", SAY + 'read x && echo line || echo end)"\n')

# How it ends.
GOOD = "echo '" + credential() + "'\n"
add("ends: 0 with noise on stderr", "#!/bin/sh\necho noise >&2\n" + GOOD)
add("ends: 1", "#!/bin/sh\necho boom >&2\nexit 1\n")
add("ends: 3 after a good answer", "#!/bin/sh\n" + GOOD + "exit 3\n")
add("ends: by a signal", "#!/bin/sh\nkill -9 $$\n")
add("ends: by a signal after a good answer", "#!/bin/sh\n" + GOOD + "kill -9 $$\n")
add("ends: never begun, missing", None)
add("ends: never begun, missing name", None, command="no-such-plugin", more=", installHint: 'Take it from the shelf.'")
add("ends: never begun, not executable", None, files={"it.plain": "#!/bin/sh\n" + GOOD}, command="@DIR@/it.plain")
add("ends: never begun, a folder", None, files={"folder/x": ""}, command="@DIR@/folder")
add("ends: never begun, no program", None, files={"it": "#!/nope/interpreter\n"}, command="@DIR@/it")
add("ends: a child holds its output for a moment", "#!/bin/sh\n(sleep 0.2) &\n" + GOOD)
add("ends: answer in two pieces", "#!/bin/sh\nprintf '%s' '" + credential()[:40] + "'\nsleep 0.1\nprintf '%s' '" + credential()[40:] + "'\n")
add("ends: a long token", "#!/bin/sh\nprintf '%s' '" + credential()[:-4] + "'\nhead -c 20000 /dev/zero | tr '\\0' x\nprintf '\"}}'\n")
