# SPDX-License-Identifier: GPL-3.0-or-later
"""Short descriptions of kubeconfigs. record.py asks kubectl about each and writes corpus.json.

A case: name -> dict(files={"name": text}, env="a:b" (KUBECONFIG) or None for --kubeconfig=config, args=[...]).
"""
import base64

PEM = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
B64 = base64.b64encode(PEM.encode()).decode()
CASES = {}


def add(name, text=None, files=None, env=None, args=()):
    assert name not in CASES, name
    CASES[name] = dict(files=files or {"config": text}, env=env, args=list(args))


def config(cluster="server: https://127.0.0.1:1", user="token: abc", context="cluster: c, user: u", current="x", more=""):
    return (
        "apiVersion: v1\nkind: Config\n"
        f"clusters:\n- {{name: c, cluster: {{{cluster}}}}}\n"
        f"users:\n- {{name: u, user: {{{user}}}}}\n"
        f"contexts:\n- {{name: x, context: {{{context}}}}}\n"
        f"current-context: {current}\n{more}"
    )


GOOD = config()
S = "server: 'https://127.0.0.1:1'"

# The shape of the file (K6-K9, K16, K17, K19, K22-K24).
for name, text in {
    "good": GOOD, "empty": "", "blank": "  \n\n", "comment": "# nothing\n", "scalar": "hello\n", "list": "- a\n",
    "contexts as map": "contexts: {x1: {cluster: c}}\n", "unclosed": "a: [\n", "tab": "clusters:\n\t- a\n",
    "wrong kind": GOOD.replace("kind: Config", "kind: Pod"), "wrong version": GOOD.replace("apiVersion: v1", "apiVersion: v2"),
    "no head": "\n".join(GOOD.split("\n")[2:]), "bom": "\ufeff" + GOOD, "crlf": GOOD.replace("\n", "\r\n"),
    "two documents": GOOD + "---\n" + config(current="z"), "json": '{"apiVersion":"v1","kind":"Config","current-context":"x","clusters":[{"name":"c","cluster":{"server":"https://127.0.0.1:1"}}],"users":[{"name":"u","user":{"token":"t"}}],"contexts":[{"name":"x","context":{"cluster":"c","user":"u"}}]}',
    "nul": GOOD + "a: b\0c\n", "control": GOOD + "a: b\x01c\n", "self alias": "a: &a [*a]\n", "unknown keys": GOOD + "zoo: {a: 1}\n", "null lists": "clusters: ~\nusers: null\ncontexts:\n",
    "document start": "---\n" + GOOD, "document end": GOOD + "...\n", "tagged": GOOD.replace("token: abc", "token: !!str 123"),
    "preferences": GOOD + "preferences: {colors: true}\n", "clusters as text": "clusters: hello\n",
    "entry is text": "clusters: [hello]\n", "entry is null": GOOD.replace("clusters:\n", "clusters:\n- ~\n"),
    "emoji": GOOD.replace("name: x", "name: '测试🧪'").replace("current-context: x", "current-context: '测试🧪'"),
    "escape": GOOD.replace("name: x", 'name: "a\\x1bb"').replace("current-context: x", 'current-context: "a\\x1bb"'),
    "merge key": "t: &t {token: abc}\n" + GOOD.replace("user: {token: abc}", "user: {<<: *t}"),
    "alias": "t: &t {token: abc}\n" + GOOD.replace("user: {token: abc}", "user: *t"),
    "two current": GOOD + "current-context: z\n", "current missing": config(current="nope"), "current empty": config(current="''"), "current null": config(current=""),
    "current number": config(current="5"), "extensions": GOOD + "extensions: []\n",
}.items():
    add("file: " + name, text)

# Clusters (K12-K15, K26).
for name, cluster in {
    "empty": "", "no scheme": "server: '127.0.0.1:1'", "no scheme insecure": "server: '127.0.0.1:1', insecure-skip-tls-verify: true",
    "no scheme ca": f"server: '127.0.0.1:1', certificate-authority-data: {B64}", "http": "server: 'http://127.0.0.1:1'", "prefix": "server: 'https://127.0.0.1:1/k8s/clusters/c-1'", "slash": "server: 'https://127.0.0.1:1/'",
    "server null": "server: ~", "server number": "server: 5", "server list": "server: []", "ca missing": S + ", certificate-authority: nope.crt", "ca folder": S + ", certificate-authority: /tmp",
    "ca absolute missing": S + ", certificate-authority: /nope/ca.crt", "ca data": S + f", certificate-authority-data: {B64}", "ca both": S + f", certificate-authority: nope.crt, certificate-authority-data: {B64}",
    "ca pem": S + ', certificate-authority-data: "-----BEGIN CERTIFICATE-----"', "ca blanks": S + ', certificate-authority-data: "QUJD IEE="', "ca newline": S + ', certificate-authority-data: "QUJD\\nREVG"', "ca unpadded": S + ", certificate-authority-data: QUI", "ca empty": S + ", certificate-authority-data: ''",
    "ca number": S + ", certificate-authority-data: 12", "insecure": S + ", insecure-skip-tls-verify: true", "insecure false": S + ", insecure-skip-tls-verify: false", "insecure text": S + ', insecure-skip-tls-verify: "true"', "insecure yes": S + ", insecure-skip-tls-verify: yes",
    "insecure on": S + ", insecure-skip-tls-verify: on", "insecure one": S + ", insecure-skip-tls-verify: 1", "insecure null": S + ", insecure-skip-tls-verify: ~", "insecure ca": S + f", insecure-skip-tls-verify: true, certificate-authority-data: {B64}", "server name": S + ", tls-server-name: kube",
    "proxy": S + ", proxy-url: 'http://127.0.0.1:2'", "proxy https": S + ", proxy-url: 'https://127.0.0.1:2'", "proxy socks": S + ", proxy-url: 'socks5://127.0.0.1:2'", "proxy bare": S + ", proxy-url: '127.0.0.1:2'", "proxy name": S + ", proxy-url: proxy", "proxy ftp": S + ", proxy-url: 'ftp://p'", "proxy upper": S + ", proxy-url: 'HTTP://127.0.0.1:2'", "proxy empty": S + ", proxy-url: ''",
    "proxy socks5h": S + ", proxy-url: 'socks5h://127.0.0.1:2'", "compression": S + ", disable-compression: true", "compression text": S + ", disable-compression: 'true'", "extension": S + ", extensions: [{name: client.authentication.k8s.io/exec, extension: {a: 1}}]", "unknown": S + ", zoo: 1", "two servers": S + ", server: 'https://127.0.0.1:3'",
}.items():
    add("cluster: " + name, config(cluster=cluster))

# Users (K11, K27, K28, K32, X4, X5).
V1 = "apiVersion: client.authentication.k8s.io/v1"
NEVER = ", command: /bin/true, interactiveMode: Never"
for name, user in {
    "none": "", "token": "token: abc", "token quoted number": "token: '123'", "token number": "token: 123", "token float": "token: 1e10", "token bool": "token: true", "token twice": "token: a, token: b", "token list": "token: [a]", "token empty": "token: ''",
    "token file missing": "tokenFile: nope", "token and missing file": "token: a, tokenFile: nope", "basic": "username: a, password: b", "basic no password": "username: a", "password only": "password: b", "token and basic": "token: a, username: b, password: c", "token and password": "token: a, password: c",
    "username number": "username: 5", "cert missing": "client-certificate: nope.crt, client-key: nope.key", "cert no key": "client-certificate: nope.crt", "cert data no key": f"client-certificate-data: {B64}", "key only": f"client-key-data: {B64}", "cert both": f"client-certificate: a, client-certificate-data: {B64}, client-key-data: {B64}", "key both": f"client-certificate-data: {B64}, client-key: a, client-key-data: {B64}",
    "cert bad base64": "client-certificate-data: '%', client-key-data: ''", "as": "token: a, as: bob", "as groups": "token: a, as: bob, as-groups: [g, h]", "as uid": "token: a, as: bob, as-uid: '7'", "as extra": "token: a, as: bob, as-user-extra: {k: [v]}", "groups alone": "token: a, as-groups: [g]", "uid alone": "token: a, as-uid: '7'", "extra alone": "token: a, as-user-extra: {k: [v]}",
    "groups text": "token: a, as: bob, as-groups: g", "extra text": "token: a, as: bob, as-user-extra: {k: v}", "as number": "token: a, as: 5", "gcp": "auth-provider: {name: gcp}", "azure": "auth-provider: {name: azure}", "oidc": "auth-provider: {name: oidc}", "provider unknown": "auth-provider: {name: zoo}", "provider and exec": f"auth-provider: {{name: gcp}}, exec: {{{V1}{NEVER}}}",
    "exec v1 no mode": f"exec: {{{V1}, command: /bin/true}}", "exec v1alpha1": "exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: /bin/true}", "exec v2": f"exec: {{apiVersion: client.authentication.k8s.io/v2{NEVER}}}", "exec no version": "exec: {command: /bin/true}", "exec no version mode": "exec: {command: /bin/true, interactiveMode: Never}", "exec no command": f"exec: {{{V1}, interactiveMode: Never}}",
    "exec bad mode": f"exec: {{{V1}, command: /bin/true, interactiveMode: Sometimes}}", "exec always": f"exec: {{{V1}, command: /bin/true, interactiveMode: Always}}", "exec env no name": f"exec: {{{V1}{NEVER}, env: [{{value: a}}]}}", "exec env text": f"exec: {{{V1}{NEVER}, env: hello}}", "exec args text": f"exec: {{{V1}{NEVER}, args: hello}}", "exec missing program": f"exec: {{{V1}, command: /nope/plug, interactiveMode: Never}}",
    "exec missing name": f"exec: {{{V1}, command: nope-plug, interactiveMode: Never, installHint: Install it.}}", "exec prints nothing": f"exec: {{{V1}{NEVER}}}", "exec beta prints nothing": "exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: /bin/true}", "exec fails": f"exec: {{{V1}, command: /bin/false, interactiveMode: Never}}", "exec prints text": f"exec: {{{V1}, command: /bin/echo, args: [hello], interactiveMode: Never}}",
    "exec with token": f"token: a, exec: {{{V1}{NEVER}}}", "exec with token no version": "token: a, exec: {command: /bin/true}", "exec text": "exec: hello", "exec null": "token: a, exec: ~", "unknown": "token: a, zoo: 1",
}.items():
    add("user: " + name, config(user=user))

# Contexts and names (K3, K5, K6, K11, K30).
for name, context in {
    "namespace": "cluster: c, user: u, namespace: dev", "no user": "cluster: c", "no cluster": "user: u", "empty": "", "unknown user": "cluster: c, user: nope", "unknown cluster": "cluster: nope, user: u", "user null": "cluster: c, user: ~", "cluster empty": "cluster: '', user: ''", "user number": "cluster: c, user: 123", "namespace bad": "cluster: c, user: u, namespace: A_b", "namespace number": "cluster: c, user: u, namespace: 5", "namespace list": "cluster: c, user: u, namespace: []", "namespace slash": "cluster: c, user: u, namespace: ../x",
}.items():
    add("context: " + name, config(context=context))
add("names: twice cluster", GOOD.replace("users:", f"- {{name: c, cluster: {{{S}}}}}\nusers:"))
add("names: twice user", GOOD.replace("contexts:", "- {name: u, user: {token: z}}\ncontexts:"))
add("names: twice context", GOOD.replace("current-context", "- {name: x, context: {cluster: c, user: u}}\ncurrent-context"))
add("names: case", GOOD.replace("current-context", "- {name: X, context: {cluster: c, user: u}}\ncurrent-context"))
for odd in ("on", "yes", "123", "0123", "~", "1e3", "true"):
    add("names: bare " + odd, GOOD.replace("name: x", "name: " + odd).replace("current-context: x", "current-context: '" + odd + "'"))
add("names: empty user", GOOD.replace("name: u", "name: ''").replace("user: u}", "user: ''}"))
add("names: slash", GOOD.replace("name: x", "name: a/b").replace("current-context: x", "current-context: a/b"))
add("names: blank", GOOD.replace("name: x", "name: 'a b'").replace("current-context: x", "current-context: 'a b'"))

# Several files (K1, K2, K9, K10).
A = config(current="''", cluster="server: 'https://127.0.0.1:11'")
B = config(cluster="server: 'https://127.0.0.1:22'", context="cluster: c, user: u, namespace: b")
ONLY = "contexts:\n- {name: two, context: {cluster: c, user: u, namespace: only}}\ncurrent-context: two\n"
for name, files, env in (
    ("first wins", {"a": A, "b": B}, "a:b"), ("other order", {"a": A, "b": B}, "b:a"), ("across files", {"a": A, "b": ONLY}, "a:b"), ("missing first", {"b": B}, "nope:b"),
    ("missing last", {"b": B}, "b:nope"), ("empty parts", {"b": B}, ":b::"), ("all missing", {"b": B}, "nope"), ("broken first", {"a": "a: [", "b": B}, "a:b"), ("broken last", {"a": A, "b": "a: ["}, "a:b"), ("twice", {"b": B}, "b:b"), ("empty file first", {"a": "", "b": B}, "a:b"), ("folder", {"d/x": "", "b": B}, "d:b"),
):
    add("files: " + name, files=files, env=env)
CA = {"d/config": config(cluster=S + ", certificate-authority: ca.crt"), "d/ca.crt": PEM}
add("files: relative ca", files=CA, env="d/config")
add("files: relative ca other folder", files={"d/config": CA["d/config"], "ca.crt": PEM}, env="d/config")

# Flags.
TWO = GOOD.replace("users:", "- {name: c2, cluster: {server: 'https://127.0.0.1:7'}}\nusers:").replace("contexts:", "- {name: u2, user: {token: two}}\ncontexts:") + ""
TWO = TWO.replace("current-context", "- {name: two, context: {cluster: c2, user: u2, namespace: why}}\ncurrent-context")
for args in (["--context=two"], ["--context=nope"], ["--cluster=c2"], ["--cluster=nope"], ["--user=u2"], ["--user=nope"], ["--namespace=flag"], ["--context=two", "--cluster=c", "--user=u", "--namespace=n"], ["--context=two", "--namespace=n"]):
    add("flags: " + " ".join(args), TWO, args=args)
add("flags: no context --cluster=c", config(current="''"), args=["--cluster=c", "--user=u"])
