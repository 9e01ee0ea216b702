package app_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lading/server/testkit"
)

// counted are the words of fields that say how many of something there are.
var counted = regexp.MustCompile(`(?i)(count|quantity|qty|pieces|pallets|packages|cartons|boxes|units|stops|copies|loads|trucks|drivers|places|labels|number_?of|bumpers|weeks|days|minutes|hours)$`)

var bound = regexp.MustCompile(`(^|,)(max|lte|lt|eq|oneof|len)=`)

// A number that somebody's program sends is multiplied and added up: one without an end makes sums that are none, or work that does not end.
func TestRegistry_WhatCountsHasABound(t *testing.T) {
	seen, asked := map[reflect.Type]bool{}, 0
	var walk func(path string, typ reflect.Type)
	walk = func(path string, typ reflect.Type) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice || typ.Kind() == reflect.Map || typ.Kind() == reflect.Array {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct || seen[typ] {
			return
		}
		seen[typ] = true
		for i := range typ.NumField() {
			f := typ.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "-" || !f.IsExported() {
				continue
			}
			of := f.Type
			for of.Kind() == reflect.Pointer {
				of = of.Elem()
			}
			if number := of.Kind() == reflect.Int || of.Kind() == reflect.Int64 || of.Kind() == reflect.Int32 || of.Kind() == reflect.Float64; number && counted.MatchString(name) && !strings.HasSuffix(strings.ToLower(name), "discount") {
				if asked++; !bound.MatchString(f.Tag.Get("validate")) && !slices.Contains(judgedOtherwise, typ.String()+"."+name) {
					t.Errorf("%s: %s.%s has no upper bound", path, typ, name)
				}
			}
			walk(path, f.Type)
		}
	}
	for _, o := range testkit.Demo(t).App.Registry.All() {
		walk(o.Path, o.Req)
	}
	if asked < 50 {
		t.Errorf("only %d counts were seen", asked)
	}
}

// judgedOtherwise are the counts whose request's own Check bounds them.
var judgedOtherwise = []string{"engine.Package.count", "engine.Service.quantity"}
