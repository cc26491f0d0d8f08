// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"sync"
	"time"

	"k8s.io/client-go/util/workqueue"

	"rollcall.test/oracle/trace"
)

// notes writes the steps of one controller.
type notes struct {
	log        *trace.Log
	controller string
	limiter    workqueue.TypedRateLimiter[string]
}

func (n *notes) add(line trace.Line) {
	line.Controller = n.controller
	if line.Key != "" && line.Retries == 0 && n.limiter != nil {
		line.Retries = n.limiter.NumRequeues(line.Key)
	}
	n.log.Add(line)
}

// newQueue is client-go's rate-limiting queue in full: only the places that it offers for one's own parts (storage,
// metrics, the layers below the delay heap) are taken by parts that tell what passes, and pass it on.
func newQueue(n *notes, name string) workqueue.TypedRateLimitingInterface[string] {
	plain := &toldPlain{notes: n}
	plain.TypedInterface = workqueue.NewTypedWithConfig(workqueue.TypedQueueConfig[string]{
		Name: name, MetricsProvider: depthOnly{plain}, Queue: &toldStorage{Queue: workqueue.DefaultQueue[string](), plain: plain},
	})
	delaying := &toldDelaying{plain: plain, due: map[string]time.Time{}}
	delaying.TypedDelayingInterface = workqueue.NewTypedDelayingQueueWithConfig(workqueue.TypedDelayingQueueConfig[string]{
		Name: name, Queue: heapSide{plain, delaying},
	})
	return workqueue.NewTypedRateLimitingQueueWithConfig(n.limiter, workqueue.TypedRateLimitingQueueConfig[string]{
		Name: name, DelayingQueue: delaying,
	})
}

// toldPlain stands around the plain queue. What an Add came to shows in what the queue did meanwhile to its storage and its
// depth; mu keeps one Add or Done from being taken for another. Get is not under mu, since it blocks.
type toldPlain struct {
	workqueue.TypedInterface[string]
	notes *notes

	mu                       sync.Mutex
	pushed, touched, counted bool
}

func (p *toldPlain) Add(key string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pushed, p.touched, p.counted = false, false, false
	if p.ShuttingDown() {
		p.notes.add(trace.Line{Step: "IgnoredShuttingDown", Key: key})
	}
	p.TypedInterface.Add(key)
	switch {
	case p.pushed || p.touched || p.ShuttingDown():
	case p.counted: // dirty, and yet not queued: a worker holds it
		p.notes.add(trace.Line{Step: "Parked", Key: key})
	default: // parked before
		p.notes.add(trace.Line{Step: "Deduplicated", Key: key})
	}
}

func (p *toldPlain) Done(key string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.notes.add(trace.Line{Step: "Done", Key: key})
	p.TypedInterface.Done(key)
}

// toldStorage is called under the queue's own lock, so that its lines are in the true order.
type toldStorage struct {
	workqueue.Queue[string]
	plain *toldPlain
}

func (s *toldStorage) Touch(key string) {
	s.plain.touched = true
	s.plain.notes.add(trace.Line{Step: "Deduplicated", Key: key})
	s.Queue.Touch(key)
}

func (s *toldStorage) Push(key string) {
	s.plain.pushed = true
	s.plain.notes.add(trace.Line{Step: "Enqueued", Key: key})
	s.Queue.Push(key)
}

func (s *toldStorage) Pop() string {
	key := s.Queue.Pop()
	s.plain.notes.add(trace.Line{Step: "Got", Key: key})
	return key
}

// depthOnly is a metrics provider that listens to one number: the depth rises when a key becomes dirty.
type depthOnly struct{ plain *toldPlain }

type silent struct{}

func (silent) Inc()            {}
func (silent) Dec()            {}
func (silent) Set(float64)     {}
func (silent) Observe(float64) {}

type depth struct {
	silent
	plain *toldPlain
}

func (d depth) Inc() { d.plain.counted = true }

func (d depthOnly) NewDepthMetric(string) workqueue.GaugeMetric          { return depth{plain: d.plain} }
func (depthOnly) NewAddsMetric(string) workqueue.CounterMetric           { return silent{} }
func (depthOnly) NewLatencyMetric(string) workqueue.HistogramMetric      { return silent{} }
func (depthOnly) NewWorkDurationMetric(string) workqueue.HistogramMetric { return silent{} }
func (depthOnly) NewUnfinishedWorkSecondsMetric(string) workqueue.SettableGaugeMetric {
	return silent{}
}
func (depthOnly) NewLongestRunningProcessorSecondsMetric(string) workqueue.SettableGaugeMetric {
	return silent{}
}
func (depthOnly) NewRetriesMetric(string) workqueue.CounterMetric { return silent{} }

// toldDelaying stands around the delaying queue. Its heap cannot be seen, so that due repeats what is known of it: an
// entry for each key that waits, moved earlier but never later, gone when the heap gives the key to the plain queue.
type toldDelaying struct {
	workqueue.TypedDelayingInterface[string]
	plain *toldPlain

	mu  sync.Mutex
	due map[string]time.Time
}

// Add passes by the heap, as it does in client-go.
func (d *toldDelaying) Add(key string) { d.plain.Add(key) }

func (d *toldDelaying) AddAfter(key string, delay time.Duration) {
	if delay > 0 && !d.ShuttingDown() {
		step := "AddedAfter"
		at := time.Now().Add(delay)
		d.mu.Lock()
		before, waits := d.due[key]
		switch {
		case waits && !at.Before(before):
			step = "DelayKept"
		case waits:
			step = "MovedEarlier"
			d.due[key] = at
		default:
			d.due[key] = at
		}
		d.plain.notes.add(trace.Line{Step: step, Key: key, Delay: delay})
		d.mu.Unlock()
	}
	d.TypedDelayingInterface.AddAfter(key, delay)
}

func (d *toldDelaying) ShutDown() {
	d.TypedDelayingInterface.ShutDown()
	d.mu.Lock()
	defer d.mu.Unlock()
	for key := range d.due {
		d.plain.notes.add(trace.Line{Step: "Discarded", Key: key})
	}
	clear(d.due)
}

// heapSide is the plain queue as the heap sees it.
type heapSide struct {
	*toldPlain
	delaying *toldDelaying
}

func (h heapSide) Add(key string) {
	h.delaying.mu.Lock()
	delete(h.delaying.due, key)
	h.delaying.mu.Unlock()
	h.toldPlain.Add(key)
}
