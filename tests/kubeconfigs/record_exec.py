#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Has kubectl sign in with every plugin of exec_cases.py and writes exec_corpus.json: record_exec.py /path/to/kubectl

The server is one of our own on loopback, which notes the Authorization header and the client certificate's name.
"""
import http.server, json, os, pathlib, ssl, subprocess, sys, tempfile, threading
from concurrent.futures import ThreadPoolExecutor

from exec_cases import CASES

HERE = pathlib.Path(__file__).parent
KUBECTL = sys.argv[1]
SEEN = {}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        subject = dict(pair for part in (self.connection.getpeercert() or {}).get("subject", ()) for pair in part)
        SEEN[self.path] = {"authorization": self.headers.get("Authorization", ""), "certificate": subject.get("commonName", "")}
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


def make_keys(folder):
    def openssl(*args):
        subprocess.run(["openssl", *args], cwd=folder, check=True, capture_output=True)

    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=test", "-keyout", "ca.key", "-out", "ca.crt", "-days", "2")
    for name, extra in (("server", "subjectAltName=IP:127.0.0.1"), ("client", "extendedKeyUsage=clientAuth"), ("other", "extendedKeyUsage=clientAuth")):
        (folder / "ext").write_text(extra)
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "ext", "-out", f"{name}.crt")


def serve(keys):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(keys / "server.crt", keys / "server.key")
    context.load_verify_locations(keys / "ca.crt")
    context.verify_mode = ssl.CERT_OPTIONAL
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def lay_out(folder, case, texts):
    for name, text in case["files"].items():
        for mark, real in texts.items():
            text = text.replace(mark, real)
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())
        target.chmod(0o700 if text.startswith("#!") and not name.endswith(".plain") else 0o600)


def record(numbered):
    number, (name, case) = numbered
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        lay_out(folder, case, TEXTS)
        entry = case["exec"].replace("@DIR@", str(folder))
        (folder / "config").write_text(
            "apiVersion: v1\nkind: Config\ncurrent-context: x\n"
            f"clusters:\n- {{name: c, cluster: {{server: 'https://127.0.0.1:{PORT}', certificate-authority: '{KEYS}/ca.crt'}}}}\n"
            f"users:\n- {{name: u, user: {{exec: {{{entry}}}}}}}\ncontexts:\n- {{name: x, context: {{cluster: c, user: u}}}}\n")
        environment = {"PATH": f"{folder}/bin:/usr/bin:/bin", "HOME": str(folder / "home"), "KUBERC": "off", "INHERITED": "theirs"}
        done = subprocess.run([KUBECTL, f"--kubeconfig={folder}/config", "get", "--raw", f"/case/{number}"], env=environment, cwd=folder,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        seen = SEEN.get(f"/case/{number}")
        said = done.stderr.strip().replace(str(folder), "DIR").replace(f"127.0.0.1:{PORT}", "SERVER")
        answer = {"refused": said[-500:]} if seen is None else seen
    return {"name": name, **case, "kubectl": answer}


with tempfile.TemporaryDirectory() as made:
    KEYS = pathlib.Path(made)
    make_keys(KEYS)
    PORT = serve(KEYS)
    TEXTS = {"@CERT@": json.dumps((KEYS / "client.crt").read_text()), "@KEY@": json.dumps((KEYS / "client.key").read_text()),
             "@OTHERKEY@": json.dumps((KEYS / "other.key").read_text())}
    with ThreadPoolExecutor(2) as pool:
        cases = list(pool.map(record, enumerate(CASES.items())))
version = json.loads(subprocess.run([KUBECTL, "version", "--client", "-o", "json"], capture_output=True, text=True).stdout)
(HERE / "exec_corpus.json").write_text(
    json.dumps({"kubectl": version["clientVersion"]["gitVersion"], "cases": cases}, indent=1, ensure_ascii=True) + "\n")
print(len(cases), "cases,", sum("refused" in c["kubectl"] for c in cases), "refused")
