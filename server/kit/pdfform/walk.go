package pdfform

import (
	"bytes"
	"cmp"
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// Flags of fields, ISO 32000-1, tables 221, 226, 228 and 230.
const (
	readOnly   = 1 << 0
	required   = 1 << 1
	multiline  = 1 << 12
	password   = 1 << 13
	radio      = 1 << 15
	pushbutton = 1 << 16
	fileSelect = 1 << 20
	comb       = 1 << 24
)

// refused is a code that says why a PDF is no form of ours.
type refused string

func (r refused) Error() string { return string(r) }

// doc is a PDF that is open in the other process.
type doc struct {
	*model.Context
	form   types.Dict
	fields []*field
}

// field is a field with where it is shown.
type field struct {
	Field
	at      types.Dict
	flags   int
	da      string // how its text looks; may be empty
	quad    int    // 0 left, 1 centered, 2 right
	widgets []widget
	x, y    float64
}

// widget is one place where a field is shown. on is the state of a button that is set.
type widget struct {
	at types.Dict
	on string
}

// inherited is what a field has of those above it.
type inherited struct {
	name, ft, da string
	flags, quad  int
	max          int
	opt          types.Object
}

func work(a ask) (said answer) {
	defer func() {
		if recover() != nil { // the library's way to say that a file is not as the format demands
			said = answer{Code: unreadable}
		}
	}()
	d, err := open(a.File)
	if err == nil {
		said.Form.Pages, said.Form.Fields = d.PageCount, make([]Field, len(d.fields))
		for i, f := range d.fields {
			said.Form.Fields[i] = f.Field
		}
		trial := a.Values == nil
		if trial {
			a.Values = map[string]string{}
			for _, f := range d.fields {
				a.Values[f.Name] = sample(f.Field)
			}
		}
		said.PDF, said.Cut, err = d.fill(a.Values)
		if trial {
			said.PDF, said.Cut = nil, nil
		}
	}
	var no refused
	switch {
	case errors.As(err, &no):
		return answer{Code: string(no)}
	case err != nil:
		return answer{Code: unreadable}
	}
	return said
}

// sample is a value that a field takes.
func sample(f Field) string {
	switch {
	case f.Type == Check:
		return On
	case len(f.Options) > 0:
		return f.Options[0].Value
	}
	return "1"
}

func open(file []byte) (*doc, error) {
	model.ConfigPath = "disable" // the library would write its settings into the home folder
	conf := model.NewDefaultConfiguration()
	conf.ValidationMode, conf.Offline = model.ValidationRelaxed, true
	ctx, err := pdfcpu.Read(bytes.NewReader(file), conf)
	if errors.Is(err, pdfcpu.ErrWrongPassword) {
		return nil, refused(protected)
	}
	if err != nil {
		return nil, err
	}
	if ctx.Encrypt != nil {
		return nil, refused(protected)
	}
	if err := ctx.EnsurePageCount(); err != nil {
		return nil, err
	}
	if ctx.PageCount > maxPages {
		return nil, refused(unreadable)
	}
	root, err := ctx.Catalog()
	if err != nil {
		return nil, err
	}
	d := &doc{Context: ctx}
	if d.form, err = ctx.DereferenceDict(root["AcroForm"]); err != nil {
		return nil, err
	}
	top, err := ctx.DereferenceArray(d.form["Fields"])
	if err != nil {
		return nil, err
	}
	if err := d.walk(top, inherited{da: d.text(d.form["DA"]), quad: d.int(d.form["Q"])}, map[int]bool{}, 0); err != nil {
		return nil, err
	}
	if len(d.fields) == 0 {
		if _, xfa := d.form["XFA"]; xfa {
			return nil, refused(onlyXFA)
		}
		return nil, refused(noFields)
	}
	d.place()
	return d, nil
}

// deepest is how far fields may stand in fields.
const deepest = 20

func (d *doc) walk(list types.Array, of inherited, seen map[int]bool, depth int) error {
	if depth > deepest {
		return refused(unreadable)
	}
	for _, o := range list {
		if ref, ok := o.(types.IndirectRef); ok {
			if seen[ref.ObjectNumber.Value()] {
				continue
			}
			seen[ref.ObjectNumber.Value()] = true
		}
		at, err := d.DereferenceDict(o)
		if err != nil || at == nil {
			continue
		}
		own := of.with(d, at)
		kids, _ := d.DereferenceArray(at["Kids"])
		if d.named(kids) {
			if err := d.walk(kids, own, seen, depth+1); err != nil {
				return err
			}
			continue
		}
		if err := d.add(at, own, kids); err != nil {
			return err
		}
	}
	return nil
}

// with is what the fields below at have.
func (of inherited) with(d *doc, at types.Dict) inherited {
	if t := d.text(at["T"]); t != "" {
		of.name = strings.TrimPrefix(of.name+"."+t, ".")
	}
	if n, ok := d.name(at["FT"]); ok {
		of.ft = n
	}
	if at["Ff"] != nil {
		of.flags = d.int(at["Ff"])
	}
	if at["DA"] != nil {
		of.da = d.text(at["DA"])
	}
	if at["Q"] != nil {
		of.quad = d.int(at["Q"])
	}
	if at["MaxLen"] != nil {
		of.max = d.int(at["MaxLen"])
	}
	if at["Opt"] != nil {
		of.opt = at["Opt"]
	}
	return of
}

// named reports whether kids are fields; otherwise they are the places where one field is shown.
func (d *doc) named(kids types.Array) bool {
	return slices.ContainsFunc(kids, func(o types.Object) bool {
		k, err := d.DereferenceDict(o)
		return err == nil && k["T"] != nil
	})
}

func (d *doc) add(at types.Dict, of inherited, kids types.Array) error {
	f := &field{Field: Field{Name: of.name, Label: cut(d.text(at["TU"]), 200), Must: of.flags&required != 0, Locked: of.flags&readOnly != 0, Options: []Option{}}, at: at, flags: of.flags,
		da: of.da, quad: of.quad}
	if len(kids) == 0 {
		kids = types.Array{at}
	}
	for _, o := range kids {
		w, err := d.DereferenceDict(o)
		if err == nil && w != nil && w["Rect"] != nil {
			f.widgets = append(f.widgets, widget{w, d.onState(w)})
		}
	}
	if f.Name == "" || len(f.Name) > 300 || len(f.widgets) == 0 {
		return nil // nobody could tell it from others, or sees it
	}
	switch of.ft {
	case "Tx":
		if of.flags&(password|fileSelect) != 0 {
			return nil
		}
		f.Type, f.Lines, f.Max = Text, of.flags&multiline != 0, min(max(of.max, 0), maxText)
		if f.Format = d.dateFormat(at, f.widgets); f.Format != "" {
			f.Type = Date
		}
	case "Ch":
		f.Type, f.Options = Choice, d.options(of.opt)
	case "Btn":
		if of.flags&pushbutton != 0 {
			return nil
		}
		f.Type, f.Options = d.button(f, of.opt)
	default:
		return nil
	}
	if slices.ContainsFunc(d.fields, func(o *field) bool { return o.Name == f.Name }) {
		return nil
	}
	if len(d.fields) == MaxFields {
		return refused(tooMany)
	}
	if state, ok := d.name(at["V"]); ok {
		f.Value = cut(state, 200)
	} else {
		f.Value = cut(d.text(at["V"]), 200)
	}
	d.fields = append(d.fields, f)
	return nil
}

// button tells a check box from a group of which one is set, and what can be set of it.
func (d *doc) button(f *field, opt types.Object) (Type, []Option) {
	labels := d.options(opt)
	list := []Option{}
	for i, w := range f.widgets {
		if w.on == "" || len(list) == maxOption || slices.ContainsFunc(list, func(o Option) bool { return o.Value == w.on }) {
			continue
		}
		label := w.on
		if i < len(labels) {
			label = labels[i].Label
		}
		list = append(list, Option{w.on, label})
	}
	if f.flags&radio != 0 || len(list) > 1 {
		return Radio, list
	}
	return Check, []Option{}
}

// onState is the state of a button that is not Off, by the appearances that it has.
func (d *doc) onState(w types.Dict) string {
	ap, err := d.DereferenceDict(w["AP"])
	if err != nil {
		return ""
	}
	for _, key := range []string{"N", "D"} {
		states, err := d.Dereference(ap[key])
		if err != nil {
			continue
		}
		if of, ok := states.(types.Dict); ok {
			names := []string{}
			for n := range of {
				if n, err := types.DecodeName(n); err == nil && n != "Off" {
					names = append(names, n)
				}
			}
			if len(names) > 0 {
				return slices.Min(names)
			}
		}
	}
	return ""
}

// options are those of a choice: texts, or pairs of what is kept and what is shown.
func (d *doc) options(o types.Object) []Option {
	all, err := d.DereferenceArray(o)
	out := []Option{}
	if err != nil {
		return out
	}
	for _, one := range all[:min(len(all), maxOption)] {
		one, err := d.Dereference(one)
		if err != nil {
			continue
		}
		if pair, ok := one.(types.Array); ok && len(pair) == 2 {
			out = append(out, Option{cut(d.text(pair[0]), 200), cut(d.text(pair[1]), 200)})
		} else {
			t := cut(d.text(one), 200)
			out = append(out, Option{t, t})
		}
	}
	return out
}

var asDate = regexp.MustCompile(`AFDate_(?:Format|Keystroke)Ex\(\s*["']([dmyDMY./ ,-]{4,20})["']`)

// dateFormat is what a field's script says of days, such as mm/dd/yyyy; empty where it takes any text. The script is read and never run.
func (d *doc) dateFormat(at types.Dict, places []widget) string {
	for _, w := range append([]widget{{at: at}}, places...) {
		acts, err := d.DereferenceDict(w.at["AA"])
		if err != nil {
			continue
		}
		for _, key := range []string{"F", "K"} {
			act, err := d.DereferenceDict(acts[key])
			if err != nil {
				continue
			}
			script := d.text(act["JS"])
			if sd, _, err := d.DereferenceStreamDict(act["JS"]); script == "" && err == nil && sd != nil && sd.Decode() == nil {
				script = string(sd.Content)
			}
			if m := asDate.FindStringSubmatch(script); m != nil {
				return strings.ToLower(m[1])
			}
		}
	}
	return ""
}

// place notes on which page each field stands and where, and puts the fields into the order in which they are read.
func (d *doc) place() {
	at := map[string]int{} // page by a widget's rectangle and name
	for n := 1; n <= d.PageCount; n++ {
		p, _, _, err := d.PageDict(n, false)
		if err != nil || p == nil {
			continue
		}
		list, err := d.DereferenceArray(p["Annots"])
		if err != nil {
			continue
		}
		for _, o := range list {
			if w, err := d.DereferenceDict(o); err == nil && w != nil && w["Rect"] != nil {
				at[w["Rect"].String()+d.text(w["T"])] = n
			}
		}
	}
	for _, f := range d.fields {
		w := f.widgets[0].at
		f.Page = at[w["Rect"].String()+d.text(w["T"])]
		if r, ok := d.rect(w); ok {
			f.x, f.y = r.LL.X, r.UR.Y
		}
	}
	slices.SortStableFunc(d.fields, func(a, b *field) int {
		if c := cmp.Compare(a.Page, b.Page); c != 0 {
			return c
		}
		const line = 6 // points: fields of one line of print are not exactly at one height
		if c := cmp.Compare(math.Round(b.y/line), math.Round(a.y/line)); c != 0 {
			return c
		}
		return cmp.Compare(a.x, b.x)
	})
}

func (d *doc) rect(w types.Dict) (types.Rectangle, bool) {
	list, err := d.DereferenceArray(w["Rect"])
	if err != nil || len(list) != 4 {
		return types.Rectangle{}, false
	}
	var n [4]float64
	for i, o := range list {
		if n[i], err = d.DereferenceNumber(o); err != nil || math.IsNaN(n[i]) || math.Abs(n[i]) > 20000 {
			return types.Rectangle{}, false
		}
	}
	return *types.NewRectangle(min(n[0], n[2]), min(n[1], n[3]), max(n[0], n[2]), max(n[1], n[3])), true
}

func (d *doc) text(o types.Object) string {
	o, err := d.Dereference(o)
	if err != nil || o == nil {
		return ""
	}
	s, err := types.StringOrHexLiteral(o)
	if err != nil || s == nil {
		return ""
	}
	return strings.ToValidUTF8(*s, "")
}

func (d *doc) int(o types.Object) int {
	n, err := d.DereferenceInteger(o)
	if err != nil || n == nil {
		return 0
	}
	return n.Value()
}

func (d *doc) name(o types.Object) (string, bool) {
	o, err := d.Dereference(o)
	n, ok := o.(types.Name)
	return n.Value(), err == nil && ok
}

func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}
