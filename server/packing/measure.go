package packing

import "lading/server/kit/freight"

// Size is length, width and height in one unit.
type Size struct {
	Length freight.Measure `json:"length"`
	Width  freight.Measure `json:"width"`
	Height freight.Measure `json:"height"`
}

// mils are thousandths of an inch in a thousandth of one unit, times ten thousand. An inch is 25.4 mm.
var mils = map[string][2]int64{"in": {1, 1}, "ft": {12, 1}, "mm": {10, 254}, "cm": {100, 254}, "m": {10_000, 254}}

// inches are thousandths of an inch, rounded up or down; ok is false for an unknown unit or nothing at all.
func inches(m freight.Measure, up bool) (int64, bool) {
	f, ok := mils[m.Unit]
	if !ok || m.Milli <= 0 || m.Milli > 1e9 {
		return 0, false
	}
	v := m.Milli * f[0]
	if up {
		v += f[1] - 1
	}
	return v / f[1], true
}

// known tells whether all three measures are.
func (s Size) known() bool {
	_, l := inches(s.Length, true)
	_, w := inches(s.Width, true)
	_, h := inches(s.Height, true)
	return l && w && h
}
