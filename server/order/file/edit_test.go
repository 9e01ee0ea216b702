package file

import (
	"strings"
	"testing"

	"lading/server/kit/table"
)

const correctable = "Order No,Warehouse,Ship Date,Ship To Name,Ship To Address,City,State,ZIP,Item,Qty,Gross Weight (lb)\n" +
	"A1,Atlanta DC,2026-11-25,Hartwell & Sons,61 Depot St,Hartford,CT,06112,HW-1,10,100\n" +
	"A2,Atlanta DC,2026-11-25,Cascade Millwork,6420 S 216th St,Kent,WA,98032,HW-1,1O,100\n" +
	"A3,DAL,2026-11-25,Atlanta DC Supply,88 Race St,Holyoke,MA,01040,HW-1,10,100\n"

func TestRead_WhatAPersonPutsRightHere(t *testing.T) {
	_, rows, n := all(t, []byte(correctable), nil)
	if n.Bad != 2 || rows[1].Errors[0].Row != 3 {
		t.Fatalf("%+v", n)
	}
	if e := rows[1].Errors; len(e) != 2 || e[1].Field != FieldPieces || e[1].Value != "1O" {
		t.Errorf("a letter among the digits: %+v", e)
	}
	_, rows, n = all(t, []byte(correctable), func(m *Mapping) {
		m.Replaces = []table.Replace{{Column: 2, Find: "Atlanta DC", With: "ATL", Whole: true}}
		m.Edits = []table.Edit{{Row: 3, Column: 10, Value: " 10 "}}
	})
	if n.Bad != 0 || n.Notes == nil || n.Notes.Replaced != 2 {
		t.Fatalf("%+v %+v", n, n.Notes)
	}
	if rows[0].Order.Warehouse != "ATL" || rows[1].Order.Items[0].Pieces != 10 || rows[2].Order.Consignee.Name != "Atlanta DC Supply" {
		t.Errorf("%+v", rows)
	}
	_, rows, _ = all(t, []byte(correctable), func(m *Mapping) {
		m.Replaces = []table.Replace{{Find: "Atlanta DC", With: "ATL"}, {Find: "ATL", With: "DAL"}}
	})
	if rows[0].Order.Warehouse != "DAL" || rows[2].Order.Consignee.Name != "DAL Supply" {
		t.Errorf("one after the other, in all columns: %+v", rows)
	}
	// The head keeps its words: a column is not lost by a replacement in it.
	_, rows, n = all(t, []byte(correctable), func(m *Mapping) { m.Replaces = []table.Replace{{Find: "Order No", With: "x"}} })
	if len(rows) != 3 || rows[0].Order.Number != "A1" || n.Notes != nil && n.Notes.Replaced > 0 {
		t.Errorf("%+v %+v", rows, n)
	}
}

func TestRead_AWeightWithoutAUnitIsTold(t *testing.T) {
	bare := strings.Replace(correctable, " (lb)", "", 1)
	_, _, n := all(t, []byte(bare), nil)
	if n.Notes == nil || n.Notes.WeightUnit != "lb" {
		t.Errorf("%+v", n.Notes)
	}
	for name, change := range map[string]func(*Mapping){"said": func(m *Mapping) { m.WeightUnit = "kg" }} {
		if _, _, n := all(t, []byte(bare), change); n.Notes != nil && n.Notes.WeightUnit != "" {
			t.Errorf("%s: %+v", name, n.Notes)
		}
	}
	for name, raw := range map[string]string{"in the title": correctable, "in the cells": strings.ReplaceAll(bare, ",100\n", ",100 kg\n")} {
		if _, _, n := all(t, []byte(raw), nil); n.Notes != nil && n.Notes.WeightUnit != "" {
			t.Errorf("%s: %+v", name, n.Notes)
		}
	}
}

func TestFind_TheNumberOfAnOrderIsAskedWhereItIsNotSure(t *testing.T) {
	// No title says whose number it is; the column that groups the lines is proposed, and asked about.
	raw := "Doc,Warehouse,Ship Date,Ship To Name,Ship To Address,City,State,ZIP,Item,Qty,Gross Weight (lb)\n"
	for i, number := range []string{"Q-7001", "Q-7001", "Q-7002", "Q-7003", "Q-7003"} {
		raw += number + ",ATL,2026-11-25,Hartwell & Sons,61 Depot St,Hartford,CT,06112,HW-" + string(rune('1'+i)) + ",10,100\n"
	}
	sh, rows, _ := all(t, []byte(strings.Replace(raw, "Doc", "Zug", 1)), nil)
	if sh.Mapping.Columns[0] != FieldNumber || len(sh.Unsure(sh.Mapping)) != 1 || len(rows) != 3 {
		t.Errorf("%v unsure %v, %d orders", sh.Mapping.Columns, sh.Unsure(sh.Mapping), len(rows))
	}
	// Two numbers that could be meant, and neither says that it is the order's.
	two := strings.ReplaceAll(strings.Replace(strings.Replace(raw, "Doc,", "Shipment ID,Transaction ID,", 1), "Q-70", "S-70", -1), ",ATL", ",T-1,ATL")
	for n := range 5 {
		two = strings.Replace(two, ",T-1,", ",T-9"+string(rune('0'+n))+"7,", 1)
	}
	sh, _, _ = all(t, []byte(two), nil)
	asked := false
	for _, i := range sh.Unsure(sh.Mapping) {
		asked = asked || sh.Mapping.Columns[i] == FieldNumber
	}
	if !asked {
		t.Errorf("%v with %v", sh.Mapping.Columns, sh.Confidence)
	}
	// A number whose lines go to several places is not one order's.
	mixed := raw
	for _, city := range []string{"Kent", "Holyoke", "Denver"} {
		mixed = strings.Replace(mixed, "Hartford", city, 1)
	}
	sh, _, _ = all(t, []byte(strings.Replace(mixed, "Doc", "Order No", 1)), nil)
	if len(sh.Unsure(sh.Mapping)) == 0 {
		t.Errorf("%v with %v", sh.Mapping.Columns, sh.Confidence)
	}
}
