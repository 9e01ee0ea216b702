package freight

// System is a system of measures.
type System string

// The systems.
const (
	Imperial System = "Imperial"
	Metric   System = "Metric"
)

// Values lists the systems.
func (System) Values() []string { return []string{string(Imperial), string(Metric)} }

// Fill gives measures that name no unit the system's: a weight pounds or kilograms, lengths inches or centimetres. Without a system they stay as they are.
func (s System) Fill(weight *Measure, lengths ...*Measure) {
	units := map[System][2]string{Imperial: {"lb", "in"}, Metric: {"kg", "cm"}}[s]
	for i, m := range append([]*Measure{weight}, lengths...) {
		if m.Unit == "" && m.Milli != 0 {
			m.Unit = units[min(i, 1)]
		}
	}
}
