// SPDX-License-Identifier: GPL-3.0-or-later

// The twin: the two example programs on the current client-go, which write the steps that they take as Rollcall does.
package main

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/record"

	"rollcall.test/oracle/trace"
)

type options struct {
	kubeconfig, namespace, traceFile, controllers, profiles, switches string
	workers                                                           int
	resync                                                            time.Duration
	failures                                                          *failures
}

func readOptions() options {
	o := options{failures: &failures{planned: map[string]*failure{}}}
	flag.StringVar(&o.kubeconfig, "kubeconfig", "", "the kubeconfig to use")
	flag.StringVar(&o.namespace, "namespace", "", "only this namespace")
	flag.StringVar(&o.traceFile, "trace", "", "where the steps are written")
	flag.StringVar(&o.controllers, "controllers", "students,pods", "which run")
	flag.StringVar(&o.profiles, "profile", "", "such as students=as-printed,pods=corrected")
	flag.StringVar(&o.switches, "set", "", "single switches, such as requeueOnError=false,pods.retryLimit=2")
	flag.IntVar(&o.workers, "workers", 0, "workers of each; as in the programs if not given")
	flag.DurationVar(&o.resync, "resync", 0, "resync period of both; as in the programs if not given")
	flag.Func("fail", "controller=students,key=ns/name,times=2[,message=…]: reconciles that fail on purpose", func(text string) error {
		asked := pairs(text)
		times, err := strconv.Atoi(asked["times"])
		if err != nil || asked["key"] == "" || asked["controller"] == "" {
			return fmt.Errorf("controller, key and times are needed")
		}
		planned := &failure{times: times, message: asked["message"]}
		if planned.message == "" {
			planned.message = "made to fail"
		}
		o.failures.planned[asked["controller"]+" "+asked["key"]] = planned
		return nil
	})
	flag.Parse()
	return o
}

func main() {
	if err := run(readOptions()); err != nil {
		fmt.Fprintln(os.Stderr, "twin:", err)
		os.Exit(1)
	}
}

// stopOnSignal: the first signal stops, the second ends the process at once, as in the first program.
func stopOnSignal() <-chan struct{} {
	stop := make(chan struct{})
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		close(stop)
		<-signals
		os.Exit(1)
	}()
	return stop
}

func run(o options) error {
	out, err := os.OpenFile(o.traceFile, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	// Never closed: streams that end after the controllers still write to it.
	log := trace.NewLog(out)
	profiles, err := readProfiles(o.profiles, o.switches)
	if err != nil {
		return err
	}
	config, err := clientcmd.BuildConfigFromFlags("", o.kubeconfig)
	if err != nil {
		return err
	}
	// Left open, client-go asks for protobuf where it can; the proxy between us and the server reads JSON only.
	config.ContentType = "application/json"
	stop := stopOnSignal()
	var running sync.WaitGroup
	for name := range strings.SplitSeq(o.controllers, ",") {
		c, end, err := build(name, o, *profiles[name], config, log)
		if err != nil {
			return err
		}
		running.Go(func() {
			c.run(stop, workersOf(name, o.workers))
			c.shutDown()
			end()
		})
	}
	running.Wait()
	return nil
}

func workersOf(name string, asked int) int {
	switch {
	case asked > 0:
		return asked
	case name == "students":
		return 2
	}
	return 1
}

func resyncOf(name string, asked time.Duration) time.Duration {
	switch {
	case asked > 0:
		return asked
	case name == "students":
		return 30 * time.Second
	}
	return 10 * time.Minute
}

// build makes one controller, with clients of its own: in print they are two programs.
func build(name string, o options, p profile, shared *rest.Config, log *trace.Log) (*controller, func(), error) {
	config := rest.CopyConfig(shared)
	config.Wrap(func(next http.RoundTripper) http.RoundTripper {
		return &toldTransport{next: next, log: log, controller: name}
	})
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, nil, err
	}
	if name == "pods" {
		c := newController(name, p, log, podInformer(client, o.namespace, resyncOf(name, o.resync)))
		c.sync, c.failures = podSync(client, p.notFoundIsSuccess), o.failures
		return c, func() {}, nil
	}
	if name != "students" {
		return nil, nil, fmt.Errorf("there is no controller %q", name)
	}
	scheme := studentScheme()
	students, err := studentClient(config, scheme)
	if err != nil {
		return nil, nil, err
	}
	broadcaster := record.NewBroadcaster()
	broadcaster.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: client.CoreV1().Events("")})
	recorder := broadcaster.NewRecorder(scheme, corev1.EventSource{Component: "student-controller"})
	c := newController(name, p, log, studentInformer(students, scheme, o.namespace, resyncOf(name, o.resync)))
	c.sync = (&studentSync{store: c.informer.GetStore(), recorder: recorder, notes: c.notes}).sync
	c.failures = o.failures
	return c, broadcaster.Shutdown, nil
}
