// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"strconv"
	"strings"
)

// profile holds the switches by which the programs as printed and the corrected ones differ. The names are those of
// core/controller/profile.h.
type profile struct {
	addRateLimitedInHandlers bool
	requeueOnError           bool
	retryLimit               int
	dropEqualVersion         bool
	deleteHandler            bool
	notFoundIsSuccess        bool
	drainOnStop              bool
}

func corrected(controller string) profile {
	return profile{
		requeueOnError: true, retryLimit: 5, dropEqualVersion: controller == "students",
		deleteHandler: true, notFoundIsSuccess: true, drainOnStop: true,
	}
}

func asPrinted(controller string) profile {
	p := corrected(controller)
	p.drainOnStop = false
	if controller == "students" {
		p.addRateLimitedInHandlers = true
		p.requeueOnError = false
	} else {
		p.deleteHandler = false
		p.notFoundIsSuccess = false
	}
	return p
}

func (p *profile) set(name, value string) error {
	if name == "retryLimit" {
		limit, err := strconv.Atoi(value)
		if err != nil || limit < 0 {
			return fmt.Errorf("retryLimit takes a number, not %q", value)
		}
		p.retryLimit = limit
		return nil
	}
	switches := map[string]*bool{
		"addRateLimitedInHandlers": &p.addRateLimitedInHandlers, "requeueOnError": &p.requeueOnError,
		"dropEqualVersion": &p.dropEqualVersion, "deleteHandler": &p.deleteHandler,
		"notFoundIsSuccess": &p.notFoundIsSuccess, "drainOnStop": &p.drainOnStop,
	}
	target := switches[name]
	if target == nil {
		return fmt.Errorf("there is no switch %q", name)
	}
	on, err := strconv.ParseBool(value)
	if err != nil {
		return fmt.Errorf("%s takes true or false, not %q", name, value)
	}
	*target = on
	return nil
}

// readProfiles takes "students=as-printed,pods=corrected" and "requeueOnError=false,pods.retryLimit=2": a switch without a
// controller's name is set for both.
func readProfiles(names, switches string) (map[string]*profile, error) {
	profiles := map[string]*profile{}
	for _, controller := range controllerNames {
		p := corrected(controller)
		profiles[controller] = &p
	}
	for name, value := range pairs(names) {
		if profiles[name] == nil {
			return nil, fmt.Errorf("--profile: there is no controller %q", name)
		}
		switch value {
		case "as-printed":
			*profiles[name] = asPrinted(name)
		case "corrected":
		default:
			return nil, fmt.Errorf("--profile takes as-printed or corrected, not %q", value)
		}
	}
	for name, value := range pairs(switches) {
		controller, short, one := strings.Cut(name, ".")
		if one && profiles[controller] == nil {
			return nil, fmt.Errorf("--set: there is no controller %q", controller)
		}
		for _, each := range controllerNames {
			if one && each != controller {
				continue
			}
			if !one {
				short = name
			}
			if err := profiles[each].set(short, value); err != nil {
				return nil, fmt.Errorf("--set: %w", err)
			}
		}
	}
	return profiles, nil
}

// pairs splits "a=1,b=2". A part without "=" has an empty value.
func pairs(text string) map[string]string {
	found := map[string]string{}
	for _, part := range strings.Split(text, ",") {
		if part != "" {
			name, value, _ := strings.Cut(part, "=")
			found[name] = value
		}
	}
	return found
}
