package pdfform

import (
	"bufio"
	"bytes"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// fill sets the fields that are named, draws how they look, and writes the form.
func (d *doc) fill(values map[string]string) (pdf []byte, short []string, err error) {
	for _, f := range d.fields {
		v, ok := values[f.Name]
		if !ok {
			continue
		}
		fits := true
		switch f.Type {
		case Check:
			f.check(v == On)
			err = d.marks(f, v == On)
		case Radio:
			f.pick(v)
		case Choice:
			fits, err = d.choose(f, v)
		default:
			fits, err = d.write(f, v)
		}
		if err != nil {
			return nil, nil, err
		}
		if !fits {
			short = append(short, f.Name)
		}
	}
	d.unseal()
	if err := d.still(); err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	d.Write.Writer = bufio.NewWriter(&out)
	if err := pdfcpu.WriteContext(d.Context); err != nil {
		return nil, nil, err
	}
	return out.Bytes(), short, d.Write.Flush()
}

// unseal takes away what would have a viewer show another form than the filled one, or none: the copy of the form in XFA, and the maker's permissions, which are a
// signature over the empty form.
func (d *doc) unseal() {
	d.form.Delete("XFA")
	if flags := d.int(d.form["SigFlags"]); flags != 0 {
		d.form["SigFlags"] = types.Integer(flags &^ 2) // append only
	}
	if root, err := d.Catalog(); err == nil {
		root.Delete("Perms")
		root.Delete("NeedsRendering")
	}
}

func textObject(v string) types.Object {
	return types.NewHexLiteral([]byte(types.EncodeUTF16String(v)))
}

func nameObject(v string) types.Name { return types.Name(types.EncodeName(v)) }

// check sets a check box or clears it, everywhere that it is shown.
func (f *field) check(on bool) {
	set := func(w widget) types.Name {
		if !on {
			return "Off"
		}
		if w.on == "" {
			return "Yes"
		}
		return nameObject(w.on)
	}
	f.at["V"] = set(f.widgets[0])
	for _, w := range f.widgets {
		w.at["AS"] = set(w)
	}
}

// pick sets one of a group's buttons. What it does not have changes nothing.
func (f *field) pick(v string) {
	found := false
	for _, w := range f.widgets {
		found = found || w.on == v && v != ""
	}
	if !found {
		return
	}
	f.at["V"] = nameObject(v)
	for _, w := range f.widgets {
		w.at["AS"] = types.Name("Off")
		if w.on == v {
			w.at["AS"] = nameObject(v)
		}
	}
}

func (d *doc) choose(f *field, v string) (fits bool, err error) {
	shown := v
	for _, o := range f.Options {
		if o.Value == v {
			shown = o.Label
		}
	}
	f.at["V"] = textObject(v)
	f.at.Delete("I")
	return d.draw(f, shown)
}

func (d *doc) write(f *field, v string) (fits bool, err error) {
	v = strings.ReplaceAll(strings.ReplaceAll(v, "\r\n", "\n"), "\r", "\n")
	if !f.Lines {
		v = strings.Join(strings.FieldsFunc(v, func(r rune) bool { return r == '\n' }), "; ")
	}
	most := maxText
	if f.Max > 0 {
		most = f.Max
	}
	whole := cut(v, most)
	f.at["V"] = textObject(whole)
	f.at.Delete("RV")
	fits, err = d.draw(f, whole)
	return fits && whole == v, err
}

// draw draws a field's text everywhere that it is shown. It fits where all of it can be read in each place.
func (d *doc) draw(f *field, text string) (fits bool, err error) {
	fits = true
	for _, w := range f.widgets {
		ok, err := d.appear(f, w.at, text)
		if err != nil {
			return false, err
		}
		fits = fits && ok
	}
	return fits, nil
}

// marks gives a check box a look where its maker left that to the viewer.
func (d *doc) marks(f *field, on bool) error {
	for _, w := range f.widgets {
		r, ok := d.rect(w.at)
		if w.on != "" || !on || !ok {
			continue
		}
		ref, err := d.stream(crossed(r.Width(), r.Height()), r.Width(), r.Height(), 0, nil)
		if err != nil {
			return err
		}
		w.at["AP"] = types.Dict{"N": types.Dict{"Yes": *ref}}
	}
	return nil
}
