package book

import (
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/sheet"
	"lading/server/rating/engine"
)

// maxErrors is where a book is given up: whoever mends a hundred cells uploads it anew anyway.
const maxErrors = 100

// Read makes a tariff of an organization's file. It is complete only where there are no errors.
func Read(org string, raw []byte) (engine.Tariff, []CellError, error) {
	grids, err := sheet.Tables(org, raw, MaxRows)
	if err != nil {
		return engine.Tariff{}, nil, err
	}
	r := &reader{t: engine.Tariff{Currency: "USD", Rounding: engine.HalfUp, Lanes: []engine.Lane{}, Accessorials: []engine.Accessorial{}}, grids: map[string]*sheet.Grid{}, errors: []CellError{}}
	open(&r.t)
	for i := range grids {
		g := &grids[i]
		name := canonical(g.Name)
		if name == "" {
			r.report(CellError{Sheet: g.Name, Code: "tariff-sheet-unknown", Value: g.Name})
			continue
		}
		if r.grids[name] != nil {
			r.report(CellError{Sheet: name, Code: "tariff-sheet-twice", Value: name})
			continue
		}
		g.Name = name
		r.grids[name] = g
	}
	r.settings()
	r.lanes()
	switch r.t.Mode {
	case ltl:
		r.ltl()
	case truckload:
		r.detention()
	case parcel:
		r.parcel()
	}
	r.fuel()
	r.accessorials()
	shut(&r.t)
	return r.t, r.errors, nil
}

func canonical(name string) string {
	for k := range keys {
		if strings.EqualFold(k, name) {
			return k
		}
	}
	return ""
}

type reader struct {
	t      engine.Tariff
	grids  map[string]*sheet.Grid
	errors []CellError
}

func (r *reader) report(e CellError) {
	if len(r.errors) < maxErrors {
		if len(e.Value) > 60 {
			e.Value = e.Value[:60]
		}
		r.errors = append(r.errors, e)
	}
}

// line is a row that is being read.
type line struct {
	r    *reader
	g    *sheet.Grid
	rec  sheet.Record
	seen bool // a fault in it was reported
}

// each gives the rows of a table whose needed columns are there.
func (r *reader) each(name string, needed []string, do func(l *line)) {
	g := r.grids[name]
	if g == nil {
		return
	}
	for _, n := range needed {
		if g.Column(n) < 0 {
			r.report(CellError{Sheet: name, Header: n, Code: "tariff-column-missing", Value: n})
			return
		}
	}
	seen := map[string]int{}
	for _, rec := range g.Rows {
		l := &line{r: r, g: g, rec: rec}
		var key []string
		for i := range min(keys[name], len(g.Head)) {
			key = append(key, strings.ToLower(rec.At(i).Text))
		}
		k := strings.Join(key, "\x00")
		if first, twice := seen[k]; twice {
			l.bad(g.Head[0].Text, "tariff-row-twice", strconv.Itoa(first))
			continue
		}
		seen[k] = rec.N
		do(l)
	}
}

func (l *line) bad(column, code, value string) {
	l.seen = true
	l.r.report(CellError{Sheet: l.g.Name, Row: l.rec.N, Column: l.g.Column(column) + 1, Header: column, Code: code, Value: value})
}

// text is a cell that may be used: a formula is not, since its result is somebody else's last computation.
func (l *line) text(column string) string {
	i := l.g.Column(column)
	if i < 0 {
		return ""
	}
	c := l.rec.At(i)
	switch {
	case c.Formula:
		l.bad(column, "file-formula", c.Text)
		return ""
	case c.Broken:
		l.bad(column, "file-cell-error", c.Text)
		return ""
	}
	return c.Text
}

func (l *line) dec(column string, needed bool) engine.Dec {
	s := l.text(column)
	if s == "" {
		if needed && !l.seen {
			l.bad(column, "tariff-cell-empty", "")
		}
		return 0
	}
	d, err := engine.ParseDec(s)
	if err != nil || d < 0 {
		l.bad(column, "tariff-not-number", s)
		return 0
	}
	return d
}

func (l *line) cents(column string) *engine.Cents {
	s := l.text(column)
	if s == "" {
		return nil
	}
	c, err := engine.ParseCents(s)
	if err != nil || c < 0 {
		l.bad(column, "tariff-not-amount", s)
		return nil
	}
	return &c
}

func (l *line) percent(column string) *engine.Dec {
	if l.text(column) == "" {
		return nil
	}
	d := l.dec(column, false)
	if d > engine.Int(100) {
		l.bad(column, "tariff-not-percent", d.String())
	}
	return &d
}

func (l *line) whole(column string, most int) int {
	s := l.text(column)
	if s == "" {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > most {
		l.bad(column, "tariff-not-number", s)
		return 0
	}
	return n
}

func (l *line) class(column string) engine.Class {
	s := l.text(column)
	c, ok := engine.ParseClass(s)
	if !ok && !l.seen {
		l.bad(column, "tariff-not-class", s)
	}
	return c
}

func (l *line) place(column string) string {
	s := strings.ToUpper(l.text(column))
	if s == "*" {
		return ""
	}
	if !place.MatchString(s) {
		l.bad(column, "tariff-not-place", s)
	}
	return s
}

func (l *line) flag(column string) (b bool) {
	if s := l.text(column); !flag(s, &b) {
		l.bad(column, "tariff-not-yes-no", s)
	}
	return b
}

func (r *reader) settings() {
	if r.grids["Tariff"] == nil {
		r.report(CellError{Sheet: "Tariff", Code: "tariff-sheet-missing", Value: "Tariff"})
		return
	}
	r.each("Tariff", []string{"Setting", "Value"}, func(l *line) { // the mode first: it decides which settings there are
		if strings.EqualFold(l.text("Setting"), "Mode") {
			settings[2].set(&r.t, l.text("Value"))
		}
	})
	r.each("Tariff", []string{"Setting", "Value"}, func(l *line) {
		name, value := l.text("Setting"), l.text("Value")
		at := slices.IndexFunc(settings, func(s setting) bool { return strings.EqualFold(s.name, name) && (s.only == "" || s.only == r.t.Mode) })
		switch {
		case l.seen:
		case at < 0:
			l.bad("Setting", "tariff-setting-unknown", name)
		case value != "" && !settings[at].set(&r.t, value):
			l.bad("Value", "tariff-setting-invalid", value)
		}
	})
	for name, value := range map[string]string{"Name": r.t.Name, "Carrier": r.t.Carrier, "Mode": string(r.t.Mode), "From": r.t.From} {
		if value == "" {
			r.report(CellError{Sheet: "Tariff", Header: name, Code: "tariff-setting-missing", Value: name})
		}
	}
	if r.t.To != "" && r.t.To < r.t.From {
		r.report(CellError{Sheet: "Tariff", Header: "To", Code: "tariff-ends-before", Value: r.t.To})
	}
}

func (r *reader) lanes() {
	r.each("Lanes", []string{"From", "To"}, func(l *line) {
		r.t.Lanes = append(r.t.Lanes, engine.Lane{From: l.place("From"), To: l.place("To"), Days: l.whole("Days", 60), Scale: l.text("Scale"), Zone: l.whole("Zone", 999),
			Rate: l.dec("Rate", false), Minimum: l.cents("Minimum"), Discount: l.percent("Discount")})
	})
	if len(r.t.Lanes) == 0 {
		r.report(CellError{Sheet: "Lanes", Code: "tariff-sheet-missing", Value: "Lanes"})
	}
}

func (r *reader) ltl() {
	l := r.t.LTL
	r.each("Breaks", []string{"Code", "From lb"}, func(x *line) {
		b := engine.Break{Code: x.text("Code"), From: x.dec("From lb", true)}
		if n := len(l.Breaks); n > 0 && b.From <= l.Breaks[n-1].From || n == 0 && b.From != 0 {
			x.bad("From lb", "tariff-breaks-order", b.From.String())
		}
		l.Breaks = append(l.Breaks, b)
	})
	if len(l.Breaks) == 0 {
		r.report(CellError{Sheet: "Breaks", Code: "tariff-sheet-missing", Value: "Breaks"})
		return
	}
	needed := []string{"Scale", "Class"}
	for _, b := range l.Breaks {
		needed = append(needed, b.Code)
	}
	r.each("Rates", needed, func(x *line) {
		row := engine.ClassRow{Class: x.class("Class")}
		for _, b := range l.Breaks {
			row.Rates = append(row.Rates, x.dec(b.Code, true))
		}
		name := x.text("Scale")
		at := slices.IndexFunc(l.Scales, func(s engine.Scale) bool { return s.Name == name })
		if at < 0 {
			l.Scales = append(l.Scales, engine.Scale{Name: name})
			at = len(l.Scales) - 1
		}
		l.Scales[at].Rows = append(l.Scales[at].Rows, row)
	})
	if len(l.Scales) == 0 {
		r.report(CellError{Sheet: "Rates", Code: "tariff-sheet-missing", Value: "Rates"})
	}
	for i, lane := range r.t.Lanes {
		if !slices.ContainsFunc(l.Scales, func(s engine.Scale) bool { return s.Name == lane.Scale }) {
			g := r.grids["Lanes"]
			r.report(CellError{Sheet: "Lanes", Row: g.Rows[min(i, len(g.Rows)-1)].N, Column: g.Column("Scale") + 1, Header: "Scale", Code: "tariff-scale-unknown", Value: lane.Scale})
		}
	}
	r.each("FAK", []string{"From class", "To class", "As class"}, func(x *line) {
		f := engine.FAK{From: x.class("From class"), To: x.class("To class"), As: x.class("As class")}
		if f.From > f.To {
			x.bad("To class", "tariff-range-backwards", f.To.String())
		}
		l.FAK = append(l.FAK, f)
	})
	r.each("Capacity", []string{"Kind", "From", "Density", "Pounds"}, func(x *line) {
		c := engine.Capacity{Kind: engine.CapacityKind(strings.ToLower(x.text("Kind"))), From: x.dec("From", true), Density: x.dec("Density", true), Pounds: x.dec("Pounds", true), Discount: x.percent("Discount")}
		if !slices.Contains(c.Kind.Values(), string(c.Kind)) {
			x.bad("Kind", "tariff-setting-invalid", string(c.Kind))
		}
		if x.text("Class") != "" {
			c.Class = x.class("Class")
		}
		l.Capacity = append(l.Capacity, c)
	})
}

func (r *reader) detention() {
	r.each("Detention", []string{"At", "Free minutes", "Increment minutes", "Per hour"}, func(x *line) {
		d := engine.Detention{At: strings.ToLower(x.text("At")), Free: int64(x.whole("Free minutes", 100_000)), Increment: int64(x.whole("Increment minutes", 1440)), PerHour: x.dec("Per hour", true), Max: x.cents("Maximum")}
		if d.At != "" && d.At != "pickup" && d.At != "delivery" {
			x.bad("At", "tariff-setting-invalid", d.At)
		}
		r.t.Truckload.Detention = append(r.t.Truckload.Detention, d)
	})
}

func (r *reader) parcel() {
	p := r.t.Parcel
	g := r.grids["Zones"]
	if g == nil {
		r.report(CellError{Sheet: "Zones", Code: "tariff-sheet-missing", Value: "Zones"})
		return
	}
	var columns []string
	for i, h := range g.Head {
		if i == 0 || h.Text == "" {
			continue
		}
		zone, err := strconv.Atoi(h.Text)
		if err != nil {
			r.report(CellError{Sheet: "Zones", Column: i + 1, Header: h.Text, Code: "tariff-not-number", Value: h.Text})
			continue
		}
		p.Zones = append(p.Zones, engine.ZoneRates{Zone: zone})
		columns = append(columns, h.Text)
	}
	n := 0
	r.each("Zones", []string{"Weight"}, func(x *line) {
		weight := x.text("Weight")
		if strings.EqualFold(weight, "over") {
			for i, c := range columns {
				p.Zones[i].Over = x.dec(c, true)
			}
			return
		}
		if n++; weight != strconv.Itoa(n) {
			x.bad("Weight", "tariff-weights-order", weight)
			return
		}
		for i, c := range columns {
			v := x.cents(c)
			if v == nil {
				if !x.seen {
					x.bad(c, "tariff-cell-empty", "")
				}
				v = new(engine.Cents)
			}
			p.Zones[i].Rates = append(p.Zones[i].Rates, *v)
		}
	})
	r.each("Surcharges", []string{"Code", "Amount"}, func(x *line) {
		code := strings.ToLower(x.text("Code"))
		for _, s := range surcharges {
			if s.code == code {
				if c := x.cents("Amount"); c != nil {
					*s.of(p) = &engine.Surcharge{Amount: *c, Fuel: x.flag("Fuel")}
				} else if !x.seen {
					x.bad("Amount", "tariff-cell-empty", "")
				}
				return
			}
		}
		x.bad("Code", "tariff-setting-unknown", code)
	})
	r.each("Bands", []string{"Up to miles", "Zone"}, func(x *line) {
		p.Bands = append(p.Bands, engine.ZoneBand{Miles: x.dec("Up to miles", false), Zone: x.whole("Zone", 999)})
	})
}

func (r *reader) fuel() {
	f := r.t.Fuel
	r.each("Fuel", []string{"From", "To", "Percent"}, func(x *line) {
		row := engine.FuelRow{From: x.dec("From", true), To: x.dec("To", true), Percent: x.dec("Percent", true)}
		if row.To <= row.From {
			x.bad("To", "tariff-range-backwards", row.To.String())
		} else if n := len(f.Rows); n > 0 && row.From < f.Rows[n-1].To {
			x.bad("From", "tariff-ranges-overlap", row.From.String())
		}
		f.Rows = append(f.Rows, row)
	})
	if f.Kind == engine.FuelTable && len(f.Rows) == 0 {
		r.report(CellError{Sheet: "Fuel", Code: "tariff-sheet-missing", Value: "Fuel"})
	}
	if f.Kind == "" && len(f.Rows) > 0 {
		f.Kind = engine.FuelTable
	}
	if f.Weekday > 7 {
		r.report(CellError{Sheet: "Tariff", Header: "Fuel from weekday", Code: "tariff-not-number", Value: strconv.Itoa(f.Weekday)})
	}
}

func (r *reader) accessorials() {
	at := map[string]int{}
	r.each("Accessorials", []string{"Code", "Method"}, func(x *line) {
		a := engine.Accessorial{Code: strings.ToUpper(x.text("Code")), Rate: x.dec("Rate", false), Min: x.cents("Minimum"), Max: x.cents("Maximum"), Fuel: x.flag("Fuel")}
		method := x.text("Method")
		for _, v := range engine.Flat.Values() {
			if strings.EqualFold(v, method) {
				a.Calc = engine.Calc(v)
			}
		}
		if a.Calc == "" {
			x.bad("Method", "tariff-setting-invalid", method)
		}
		if a.Code == "" {
			x.bad("Code", "tariff-cell-empty", "")
		}
		if a.Min != nil && a.Max != nil && *a.Max < *a.Min {
			x.bad("Maximum", "tariff-range-backwards", a.Max.String())
		}
		at[a.Code] = len(r.t.Accessorials)
		r.t.Accessorials = append(r.t.Accessorials, a)
	})
	r.each("Tiers", []string{"Code", "From", "To", "Amount"}, func(x *line) {
		i, ok := at[strings.ToUpper(x.text("Code"))]
		if !ok {
			x.bad("Code", "tariff-setting-unknown", x.text("Code"))
			return
		}
		t := engine.Tier{From: x.dec("From", true), To: x.dec("To", true)}
		if c := x.cents("Amount"); c != nil {
			t.Amount = *c
		}
		if t.To < t.From {
			x.bad("To", "tariff-range-backwards", t.To.String())
		}
		r.t.Accessorials[i].Tiers = append(r.t.Accessorials[i].Tiers, t)
	})
}
