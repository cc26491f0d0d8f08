#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Works on an API server as a person at a terminal does and checks every answer. The expected
# texts are those of kube-apiserver 1.36 to the same commands, so that the script must pass on a
# real server too. It works in a namespace of its own.
#   KUBECTL     the program (default: kubectl)
#   KUBECONFIG  the server
#   CONTROLLER  set by the caller when a controller is at work, which then makes the Events
# Exit code 0: all as expected; 1: something differs; 77: no kubectl here.
set -uo pipefail

KUBECTL=${KUBECTL:-kubectl}
command -v "$KUBECTL" >/dev/null || { echo "SKIPPED: no kubectl: $KUBECTL"; exit 77; }
[ -n "${KUBECONFIG:-}" ] || { echo "KUBECONFIG is not set"; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
manifests=$here/../../resources/manifests
work=$(mktemp -d)
export HOME=$work # kubectl keeps a cache of discovery there
ns=smoke-$$
failures=0
output=
status=0

cleanup() {
    k delete namespace "$ns" --wait=false >/dev/null 2>&1
    rm -rf "$work"
}
trap cleanup EXIT

k() { timeout 60 "$KUBECTL" "$@"; }

# run ARGS...: keeps output and status of one command; everything works in our namespace.
run() {
    last="kubectl $*"
    output=$(k -n "$ns" "$@" 2>&1 </dev/null)
    status=$?
}
fail() {
    failures=$((failures + 1))
    printf 'FAIL: %s\n  %s\n  exit %s, output:\n%s\n' "$last" "$1" "$status" "$output"
}
exits() { [ "$status" -eq "$1" ] || fail "expected exit code $1"; }
says() { [ "$output" = "$1" ] || fail "expected exactly: $1"; }
has() { [[ $output == *"$1"* ]] || fail "expected to find: $1"; }
hasnot() { [[ $output != *"$1"* ]] || fail "did not expect: $1"; }
matches() { [[ $output =~ $1 ]] || fail "expected to match: $1"; }
# Columns are padded with blanks; their number is no matter of ours.
columns() { [[ "$(sed -E 's/ +/ /g; s/ +$//' <<<"$output")" =~ $1 ]] || fail "expected columns like: $1"; }

sample() { sed "s/namespace: default/namespace: $ns/" "$manifests/student-sample.yaml"; }
sample >"$work/student.yaml"
sed 's/深圳中学/上海中学/' "$work/student.yaml" >"$work/changed.yaml"
student=student.bolingcavalry.k8s.io/object-student

# --- the server -------------------------------------------------------------------------
run version; exits 0; matches 'Server Version: v1\.[0-9]+\.'
run cluster-info; exits 0; has 'Kubernetes control plane'
run get --raw /readyz; says ok
run get --raw /livez; says ok
run api-versions; exits 0; has bolingcavalry.k8s.io/v1; has apiextensions.k8s.io/v1
run api-resources; exits 0
columns 'students stu bolingcavalry.k8s.io/v1 true Student'
columns 'pods po v1 true Pod'
columns 'customresourcedefinitions crd,crds apiextensions.k8s.io/v1 false CustomResourceDefinition'
columns 'leases coordination.k8s.io/v1 true Lease'
columns 'events ev events.k8s.io/v1 true Event'
run api-resources --api-group=bolingcavalry.k8s.io -o wide; columns 'delete,deletecollection,get,list,patch,create,update,watch'
run auth can-i list students; exits 0; says yes
run auth can-i create students.bolingcavalry.k8s.io; says yes
run auth whoami; exits 0; has Username
run auth can-i --list; exits 0; has '*.*'
run get teachers; exits 1; says "error: the server doesn't have a resource type \"teachers\""
run get crd students.bolingcavalry.k8s.io; exits 0; columns 'NAME CREATED AT'
run wait --for=condition=Established crd/students.bolingcavalry.k8s.io --timeout=10s
says 'customresourcedefinition.apiextensions.k8s.io/students.bolingcavalry.k8s.io condition met'
run describe crd students.bolingcavalry.k8s.io; exits 0; has 'Initial'; has 'unapproved, demonstration resource'

# --- explain ----------------------------------------------------------------------------
run explain student; exits 0; has 'Student is one pupil'; matches 'metadata.<ObjectMeta>'; matches 'spec.<Object>'
run explain student.spec; exits 0; has 'FIELD: spec <Object>'; has 'School that the student attends.'
run explain student.spec.name; exits 0; has 'FIELD: name <string>'
run explain student.status.conditions; exits 0; has 'FIELD: conditions <[]Object>'; has '-required-'; matches 'enum: True, False, Unknown'
run explain student --recursive; exits 0; has observedGeneration
run explain teacher; exits 1; says "the server doesn't have a resource type \"teacher\""
run explain pod.spec; exits 0; has containers

# --- a namespace ------------------------------------------------------------------------
run create namespace "$ns"; exits 0; says "namespace/$ns created"
run get namespace "$ns"; columns "$ns Active [0-9]+s"
run get students; exits 0; says "No resources found in $ns namespace."

# --- apply ------------------------------------------------------------------------------
run apply -f "$work/student.yaml"; exits 0; says "$student created"
run apply -f "$work/student.yaml"; exits 0; says "$student unchanged"
run diff -f "$work/changed.yaml"; exits 1; has '-  school: 深圳中学'; has '+  school: 上海中学'; has '+  generation: 2'
run apply --dry-run=server -f "$work/changed.yaml"; exits 0; says "$student configured (server dry run)"
run get student object-student -o 'jsonpath={.spec.school}'; says 深圳中学
run apply -f "$work/changed.yaml"; exits 0; says "$student configured"
run get student object-student -o 'jsonpath={.spec.school} {.metadata.generation}'; says '上海中学 2'
run apply -f "$work/student.yaml"; says "$student configured"
run create -f "$work/student.yaml"; exits 1; has '(AlreadyExists)'; has 'students.bolingcavalry.k8s.io "object-student" already exists'
run replace -f "$work/student.yaml"; exits 0; says "$student replaced"
printf 'apiVersion: bolingcavalry.k8s.io/v1\nkind: Student\nmetadata: {name: bad}\nspec: {nmae: x}\n' >"$work/bad.yaml"
run apply -f "$work/bad.yaml"; exits 1; has 'unknown field "spec.nmae"'
run create --validate=false -f "$work/bad.yaml"; exits 0
run delete student bad; exits 0
printf 'apiVersion: bolingcavalry.k8s.io/v1\nkind: Student\nmetadata: {name: bad}\nspec: {name: 7}\n' >"$work/bad.yaml"
run apply -f "$work/bad.yaml"; exits 1; has 'spec.name: Invalid value: "integer": spec.name in body must be of type string: "integer"'
printf 'apiVersion: school.example.com/v1\nkind: Nobody\nmetadata: {name: x}\n' >"$work/bad.yaml"
run apply -f "$work/bad.yaml"; exits 1; has 'no matches for kind "Nobody" in version "school.example.com/v1"'

# --- get --------------------------------------------------------------------------------
run get students; columns "^NAME STUDENT SCHOOL AGE
object-student 张三 深圳中学 [0-9]+s$"
run get stu object-student; columns 'object-student 张三 深圳中学'
run get students -A; columns "$ns object-student 张三 深圳中学"
run get students -o wide --show-labels; columns '深圳中学 [0-9]+s <none>'
run get students -o name; says "$student"
run get student object-student -o yaml; exits 0
for line in 'kind: Student' '  name: object-student' "  namespace: $ns" 'spec:
  name: 张三
  school: 深圳中学'; do has "$line"; done
hasnot managedFields
run get student object-student -o json; has '"school": "深圳中学"'
run get students -o 'custom-columns=NAME:.metadata.name,SCHOOL:.spec.school'; columns 'object-student 深圳中学'
run get student nothere; exits 1; says 'Error from server (NotFound): students.bolingcavalry.k8s.io "nothere" not found'
run get students --chunk-size=1; exits 0; has object-student
run get students --field-selector metadata.name=object-student; has object-student
run get students --field-selector spec.name=x; exits 1; has 'field label not supported: spec.name'
run get students -l 'a==='; exits 1; has "unable to parse requirement: found '=', expected: identifier"

# --- edit, label, annotate, patch ---------------------------------------------------------
printf '#!/bin/sh\nsed -i "s/深圳中学/武汉中学/" "$1"\n' >"$work/editor"
chmod +x "$work/editor"
export EDITOR=$work/editor
run edit student object-student; exits 0; says "$student edited"
run get student object-student -o 'jsonpath={.spec.school}'; says 武汉中学
EDITOR=true run edit student object-student; exits 0; has 'Edit cancelled, no changes made.'
run label student object-student grade=eight; says "$student labeled"
run label student object-student grade=nine; exits 1; says "error: 'grade' already has a value (eight), and --overwrite is false"
run label student object-student grade=nine --overwrite; says "$student labeled"
run get students -l 'grade in (nine,ten),!team'; has object-student
run get students -l grade=eight; says "No resources found in $ns namespace."
run label student object-student grade-; says "$student unlabeled"
run annotate student object-student note=hello; says "$student annotated"
run patch student object-student --type=merge -p '{"spec":{"school":"广州中学"}}'; says "$student patched"
run patch student object-student --type=merge -p '{"spec":{"school":"广州中学"}}'; says "$student patched (no change)"
run patch student object-student --type=json -p '[{"op":"replace","path":"/spec/school","value":"X"}]'; says "$student patched"
run patch student object-student -p '{"spec":{"school":"X"}}'; exits 1; has 'application/strategic-merge-patch+json is not supported by bolingcavalry.k8s.io/v1, Kind=Student'
run patch student object-student --type=merge -p '{"spec":{"school":7}}'; exits 1
has 'The Student "object-student" is invalid: spec.school: Invalid value: "integer"'
run patch student object-student --subresource=status --type=merge -p '{"status":{"observedGeneration":1,"conditions":[{"type":"Ready","status":"True","observedGeneration":9,"reason":"Seen","message":"seen","lastTransitionTime":"2026-01-02T03:04:05Z"}]}}'
says "$student patched"
run get student object-student --subresource=status -o 'jsonpath={.status.conditions[0].reason}'; says Seen
run wait --for=condition=Ready student/object-student --timeout=10s; exits 0; says "$student condition met"
run wait --for=condition=Nope student/object-student --timeout=1s; exits 1; has 'timed out waiting for the condition'
run wait '--for=jsonpath={.spec.name}=张三' student/object-student --timeout=10s; says "$student condition met"
run scale student object-student --replicas=2; exits 1; has NotFound

# --- events and describe ------------------------------------------------------------------
if [ -z "${CONTROLLER:-}" ]; then
    uid=$(k -n "$ns" get student object-student -o 'jsonpath={.metadata.uid}')
    now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
    cat >"$work/event.yaml" <<EOF
apiVersion: v1
kind: Event
metadata: {name: object-student.1, namespace: $ns}
involvedObject: {apiVersion: bolingcavalry.k8s.io/v1, kind: Student, name: object-student, namespace: $ns, uid: $uid}
reason: Synced
message: Student synced successfully
type: Normal
count: 4
source: {component: student-controller}
firstTimestamp: $now
lastTimestamp: $now
EOF
    run create -f "$work/event.yaml"; exits 0; says 'event/object-student.1 created'
    run get events -o wide; columns 'Normal Synced student/object-student student-controller Student synced successfully [0-9]+s 4 object-student.1'
    run events --for student/object-student; columns '[0-9]+s \(x4 over [0-9]+s\) Normal Synced Student/object-student Student synced successfully'
    run get events.events.k8s.io object-student.1 -o 'jsonpath={.note} {.deprecatedCount}'; says 'Student synced successfully 4'
fi
run get events; exits 0; columns 'Normal Synced student/object-student Student synced successfully'
run get events --field-selector reason=Synced,involvedObject.name=object-student; has object-student
run get events --sort-by=.lastTimestamp; exits 0; has object-student
run describe student object-student; exits 0
for line in 'API Version:  bolingcavalry.k8s.io/v1' 'Generation:' 'note: hello' 'Observed Generation:' 'Normal  Synced' 'student-controller'; do has "$line"; done

# --- watches ------------------------------------------------------------------------------
timeout 60 "$KUBECTL" -n "$ns" get students -w >"$work/watch" 2>&1 &
watch=$!
timeout 60 "$KUBECTL" -n "$ns" get students --watch-only --output-watch-events >"$work/events" 2>&1 &
events=$!
for _ in $(seq 100); do grep -q object-student "$work/watch" && break; sleep 0.1; done
sleep 0.5 # --watch-only prints nothing by which one could see that it is there
printf 'apiVersion: bolingcavalry.k8s.io/v1\nkind: Student\nmetadata: {name: watched}\nspec: {name: 李四}\n' >"$work/watched.yaml"
run create -f "$work/watched.yaml"; exits 0
run patch student watched --type=merge -p '{"spec":{"school":"X"}}'; exits 0
run delete student watched; says "student.bolingcavalry.k8s.io \"watched\" deleted from $ns namespace"
for _ in $(seq 100); do grep -q DELETED "$work/events" && break; sleep 0.1; done
kill "$watch" "$events" 2>/dev/null
wait "$watch" "$events" 2>/dev/null
last='get students -w'; status=0
output=$(cat "$work/watch"); columns 'watched 李四 [0-9]+s
watched 李四 X [0-9]+s'
last='get students --watch-only --output-watch-events'
output=$(cat "$work/events"); columns 'ADDED watched 李四 [0-9]+s
MODIFIED watched 李四 X [0-9]+s
DELETED watched 李四 X'

# --- pods ---------------------------------------------------------------------------------
run run web-9 --image=nginx --restart=Never; exits 0; says 'pod/web-9 created'
run get pods; columns 'NAME READY STATUS RESTARTS AGE'; has web-9
run get pods -o wide; columns 'NOMINATED NODE READINESS GATES'
run patch pod web-9 --subresource=status --type=merge -p '{"status":{"phase":"Running"}}'; says 'pod/web-9 patched'
run get pods --field-selector status.phase=Running; columns 'web-9 [01]/1 Running'
run get pods --field-selector status.phase=Failed; says "No resources found in $ns namespace."
run get pods --field-selector spec.nothing=x; exits 1; has 'field label not supported: spec.nothing'
run describe pod web-9; exits 0; has 'Image:'; has 'QoS Class'
run label pod web-9 team=red; says 'pod/web-9 labeled'
run get all; exits 0; has web-9
run delete pod web-9 --grace-period=0 --force; exits 0; has 'pod "web-9" force deleted'
run get pod web-9; exits 1; has 'pods "web-9" not found'

# --- delete -------------------------------------------------------------------------------
run patch student object-student --type=merge -p '{"metadata":{"finalizers":["bolingcavalry.k8s.io/hold"]}}'; exits 0
run delete student object-student --wait=false; exits 0
run get student object-student -o 'jsonpath={.metadata.deletionTimestamp}'; matches '^20[0-9]{2}-'
run patch student object-student --type=merge -p '{"metadata":{"finalizers":null}}'; exits 0
run wait --for=delete student/object-student --timeout=10s; exits 0
run delete student object-student; exits 1; says 'Error from server (NotFound): students.bolingcavalry.k8s.io "object-student" not found'
run delete student object-student --ignore-not-found; exits 0; says ''
for n in 1 2 3; do sed "s/object-student/many-$n/" "$work/student.yaml"; echo ---; done >"$work/many.yaml"
run apply -f "$work/many.yaml"; exits 0; has many-3
run delete students --all; exits 0; has "\"many-3\" deleted from $ns namespace"
run get students; says "No resources found in $ns namespace."
run create configmap settings --from-literal=a=b; says 'configmap/settings created'
run get configmap settings; columns 'settings 1 [0-9]+s'

if [ "$failures" -gt 0 ]; then
    echo "$failures answers were not as expected"
    exit 1
fi
echo "all answers as expected"
