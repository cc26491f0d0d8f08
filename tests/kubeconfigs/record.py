#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks kubectl about every case and writes corpus.json: record.py /path/to/kubectl

Three questions each: the contexts (config get-contexts -o name), the chosen context's server, user and namespace
(config view --minify -o json), and what a connection to a closed port says. Nothing is reached: the ports are closed.
"""
import json, os, pathlib, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

from cases import CASES

HERE = pathlib.Path(__file__).parent
KUBECTL = sys.argv[1]


def ask(folder, case, args):
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder / "home"), "NO_PROXY": "*"}
    command = [KUBECTL, *case["args"], *args]
    if case["env"] is None:
        command.append("--kubeconfig=" + str(folder / "config"))
    else:
        environment["KUBECONFIG"] = ":".join(str(folder / p) if p else "" for p in case["env"].split(":"))
    done = subprocess.run(command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr.replace(str(folder), "DIR")


def record(item):
    name, case = item
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        for path, text in case["files"].items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode())
        code, out, err = ask(folder, case, ["config", "get-contexts", "-o", "name"])
        answer = {"contexts": sorted(out.split("\n")[:-1]), "contextsError": err.strip() if code else ""}
        code, out, err = ask(folder, case, ["config", "view", "--minify", "-o", "json"])
        if code == 0:
            view = json.loads(out)
            first = lambda key, inner: ((view.get(key) or [{}])[0] or {}).get(inner) or {}
            context = first("contexts", "context")
            answer |= {"server": first("clusters", "cluster").get("server", ""), "user": context.get("user", ""),
                       "cluster": context.get("cluster", ""), "namespace": context.get("namespace", "")}
        else:
            answer["viewError"] = err.strip()
        _, _, err = ask(folder, case, ["get", "--raw", "/version", "--request-timeout=5s"])
        answer["connect"] = err.strip().split("\n")[-1][:400]
        tried = any(s in err for s in ("connection refused", "proxyconnect", "socks connect", "refused - did you"))
        # "localhost": without a server kubectl tries http://localhost:8080.
        answer["result"] = "localhost" if "localhost:8080" in err else "network" if tried else "refused"
    return {"name": name, **case, "kubectl": answer}


with ThreadPoolExecutor(2) as pool:
    cases = list(pool.map(record, CASES.items()))
version = json.loads(subprocess.run([KUBECTL, "version", "--client", "-o", "json"], capture_output=True, text=True).stdout)
(HERE / "corpus.json").write_text(
    json.dumps({"kubectl": version["clientVersion"]["gitVersion"], "cases": cases}, indent=1, ensure_ascii=True) + "\n")
print(len(cases), "cases")
