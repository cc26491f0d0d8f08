// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"

	"rollcall.test/oracle/trace"
)

var controllerNames = []string{"students", "pods"}

// failures makes reconciles fail on purpose: the next times of a key.
type failures struct {
	mu      sync.Mutex
	planned map[string]*failure
}

type failure struct {
	times   int
	message string
}

func (f *failures) next(key string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	planned := f.planned[key]
	if planned == nil || planned.times == 0 {
		return nil
	}
	planned.times--
	return errors.New(planned.message)
}

// controller is what the two programs have in common: handlers that put keys into the queue, workers that take them out.
type controller struct {
	name     string
	profile  profile
	notes    *notes
	queue    workqueue.TypedRateLimitingInterface[string]
	informer cache.SharedIndexInformer
	sync     func(ctx context.Context, key string) error
	failures *failures
	workers  sync.WaitGroup
}

func newController(name string, p profile, log *trace.Log, informer cache.SharedIndexInformer) *controller {
	n := &notes{log: log, controller: name, limiter: workqueue.DefaultTypedControllerRateLimiter[string]()}
	c := &controller{name: name, profile: p, notes: n, queue: newQueue(n, name), informer: informer}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.onAdd, UpdateFunc: c.onUpdate, DeleteFunc: c.onDelete})
	if err != nil {
		panic(err) // only an informer that was stopped refuses a handler
	}
	return c
}

func version(obj any) string {
	if object, err := meta.Accessor(obj); err == nil {
		return object.GetResourceVersion()
	}
	return ""
}

func (c *controller) onAdd(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		klog.ErrorS(err, "No key")
		return
	}
	c.notes.add(trace.Line{Step: "Added", Key: key, ResourceVersion: version(obj)})
	c.enqueue(key)
}

func (c *controller) onUpdate(before, after any) {
	key, err := cache.MetaNamespaceKeyFunc(after)
	if err != nil {
		klog.ErrorS(err, "No key")
		return
	}
	equal := version(before) == version(after)
	if equal && c.profile.dropEqualVersion {
		c.notes.add(trace.Line{Step: "SuppressedEqualVersion", Key: key, ResourceVersion: version(after)})
		return
	}
	if !equal { // what a resync brings again is no step of its own in the log
		c.notes.add(trace.Line{Step: "Updated", Key: key, ResourceVersion: version(after)})
	}
	c.enqueue(key)
}

func (c *controller) onDelete(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		klog.ErrorS(err, "No key")
		return
	}
	step := "Deleted"
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		step, obj = "TombstoneDeleted", tombstone.Obj
	}
	c.notes.add(trace.Line{Step: step, Key: key, ResourceVersion: version(obj)})
	if c.profile.deleteHandler {
		c.enqueue(key)
	}
}

func (c *controller) enqueue(key string) {
	if c.profile.addRateLimitedInHandlers {
		c.queue.AddRateLimited(key)
	} else {
		c.queue.Add(key)
	}
}

// run returns when stop is closed, or false when the cache could not be filled before that.
func (c *controller) run(stop <-chan struct{}, workers int) bool {
	go c.informer.Run(stop)
	if !cache.WaitForCacheSync(stop, c.informer.HasSynced) {
		return false
	}
	c.notes.add(trace.Line{Step: "Synced", Detail: fmt.Sprint(len(c.informer.GetStore().ListKeys()))})
	for lane := 1; lane <= workers; lane++ {
		c.workers.Go(func() {
			wait.Until(func() {
				c.notes.add(trace.Line{Step: "WorkerStarted", Worker: lane})
				for c.processNext(lane) {
				}
				c.notes.add(trace.Line{Step: "WorkerStopped", Worker: lane})
			}, time.Second, stop)
		})
	}
	<-stop
	return true
}

func (c *controller) processNext(lane int) bool {
	key, shutdown := c.queue.Get()
	if shutdown {
		return false
	}
	defer c.queue.Done(key)
	started := time.Now()
	err := c.failures.next(c.name + " " + key)
	if err == nil {
		err = c.sync(context.Background(), key)
	}
	took := time.Since(started)
	if err != nil {
		c.notes.add(trace.Line{Step: "SyncFailed", Key: key, Worker: lane, Delay: took, Detail: err.Error()})
		c.onError(key, lane, err)
		return true
	}
	c.notes.add(trace.Line{Step: "SyncSucceeded", Key: key, Worker: lane, Delay: took})
	if c.queue.NumRequeues(key) > 0 {
		c.notes.add(trace.Line{Step: "Forgotten", Key: key, Worker: lane})
	}
	c.queue.Forget(key)
	return true
}

func (c *controller) onError(key string, lane int, err error) {
	switch {
	case !c.profile.requeueOnError:
		c.notes.add(trace.Line{Step: "Lost", Key: key, Worker: lane, Detail: err.Error()})
	case c.queue.NumRequeues(key) < c.profile.retryLimit:
		c.queue.AddRateLimited(key)
		return
	default:
		c.notes.add(trace.Line{Step: "GivenUp", Key: key, Worker: lane, Detail: err.Error()})
		c.queue.Forget(key)
	}
	klog.ErrorS(err, "Sync failed", "key", key)
}

// shutDown is the corrected programs' end; as printed, the process just ends.
func (c *controller) shutDown() {
	c.queue.ShutDown()
	if c.profile.drainOnStop {
		c.workers.Wait()
	}
}
