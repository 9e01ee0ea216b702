// Package truck lays pallets into a trailer by stop, last in first out, and says what is wrong with a load: what does not fit, what stands in another's way, what must not
// stand together and which axle is over its limit, as the truck leaves and after each stop. Lengths are inches, weights pounds.
package truck

import (
	"cmp"
	"math"
	"slices"

	"lading/server/kit/freight"
)

// Trailer is what is loaded, with the tractor before it. The axles are two levers: the trailer lies on kingpin and tandem, the kingpin's load on steer and drive.
type Trailer struct {
	Code       string `json:"Code"`
	Length     int64  `json:"Length"` // inside
	Width      int64  `json:"Width"`
	Height     int64  `json:"Height"`
	Payload    int64  `json:"Payload"`
	Reefer     bool   `json:"Reefer"`
	Kingpin    int64  `json:"-"` // from the nose
	Tandem     int64  `json:"-"` // from the nose
	Wheelbase  int64  `json:"-"` // of the tractor
	FifthWheel int64  `json:"-"` // ahead of the drive axles
	Tare       Axles  `json:"-"`
	Limit      Axles  `json:"Limit"` // 23 CFR 658.17; the steer axle's is that of its tyres
}

// Axles are the weights on a truck's axle groups.
type Axles struct {
	Steer  int64 `json:"Steer"`
	Drive  int64 `json:"Drive"`
	Tandem int64 `json:"Tandem"`
	Gross  int64 `json:"Gross"`
}

var (
	tare  = Axles{Steer: 10_800, Drive: 12_600, Tandem: 8_900}
	legal = Axles{Steer: 12_000, Drive: 34_000, Tandem: 34_000, Gross: 80_000}
)

// Trailers are the usual ones with typical measures; each number is an assumption that a scale corrects.
var Trailers = []Trailer{
	{Code: "van-53", Length: 630, Width: 101, Height: 110, Payload: 45_000, Kingpin: 36, Tandem: 528, Wheelbase: 230, FifthWheel: 12, Tare: tare, Limit: legal},
	{Code: "van-48", Length: 570, Width: 101, Height: 110, Payload: 46_000, Kingpin: 36, Tandem: 468, Wheelbase: 230, FifthWheel: 12, Tare: tare, Limit: legal},
	{Code: "reefer-53", Length: 618, Width: 97, Height: 103, Payload: 42_500, Reefer: true, Kingpin: 36, Tandem: 528, Wheelbase: 230, FifthWheel: 12, Tare: Axles{Steer: 10_900, Drive: 13_400, Tandem: 10_200}, Limit: legal},
}

// Pallet is what stands in a trailer.
type Pallet struct {
	ID        string           `json:"PalletId"`
	Order     string           `json:"OrderNumber"`
	Stop      int              `json:"Stop"`   // from 1, in the order of delivery
	Length    int64            `json:"Length"` // along the trailer
	Width     int64            `json:"Width"`
	Height    int64            `json:"Height"`
	Pounds    int64            `json:"Pounds"`
	Stackable bool             `json:"Stackable"`
	Assumed   bool             `json:"Assumed"` // its size: nobody measured it
	Keeps     string           `json:"Keeps"`
	Hazards   []freight.Hazmat `json:"Hazards"`
}

// Lane is the side of the trailer on which a pallet stands, seen from the doors.
type Lane string

// The lanes. What is wider than half of the trailer takes both.
const (
	Left  Lane = "left"
	Right Lane = "right"
)

// Values lists the lanes.
func (Lane) Values() []string { return []string{"left", "right"} }

// Put is one step of loading: which pallet comes next, on which side, turned or not, on the floor or on the pallet before it.
type Put struct {
	ID     string `json:"PalletId"`
	Lane   Lane   `json:"Lane"`
	On     bool   `json:"On"`
	Turned bool   `json:"Turned"`
}

// Box is where a pallet stands: from the nose, from the left wall and from the floor.
type Box struct {
	ID     string `json:"PalletId"`
	X      int64  `json:"X"`
	Y      int64  `json:"Y"`
	Z      int64  `json:"Z"`
	Length int64  `json:"Length"`
	Width  int64  `json:"Width"`
	Height int64  `json:"Height"`
}

// Fault is what is wrong with a load.
type Fault struct {
	Code  string `json:"Code"`     // long, high, wide, weight, blocked, unstable, hazmat, separate, temperature, reefer, steer, drive, tandem, gross
	ID    string `json:"PalletId"` // empty where it is the whole load's
	Other string `json:"OtherId"`  // the pallet that it is with
	Stop  int    `json:"Stop"`     // the stop after which; 0 as the truck leaves
}

// Stage is what the axles carry after so many stops; 0 as the truck leaves.
type Stage struct {
	Stop int `json:"Stop"`
	Axles
	Over []string `json:"Over"`
}

// Load is a load with all that follows from it.
type Load struct {
	Boxes  []Box   `json:"Boxes"`
	Stages []Stage `json:"Stages"`
	Faults []Fault `json:"Faults"`
	Used   int64   `json:"Used"` // of the floor's length
	Pounds int64   `json:"Pounds"`
}

func find(list []Pallet, id string) *Pallet {
	if i := slices.IndexFunc(list, func(p Pallet) bool { return p.ID == id }); i >= 0 {
		return &list[i]
	}
	return nil
}

// Lay puts pallets down one after the other, with so much of the floor left free at the nose.
func Lay(t Trailer, pallets []Pallet, puts []Put, gap int64) Load {
	out := Load{Boxes: []Box{}, Faults: []Fault{}}
	left, right := gap, gap
	for _, put := range puts {
		p := find(pallets, put.ID)
		if p == nil {
			continue
		}
		b := Box{ID: p.ID, Length: p.Length, Width: p.Width, Height: p.Height}
		if put.Turned {
			b.Length, b.Width = p.Width, p.Length
		}
		n := len(out.Boxes)
		switch {
		case put.On && n > 0:
			under := out.Boxes[n-1]
			b.X, b.Y, b.Z = under.X, under.Y, under.Z+under.Height
		case 2*b.Width > t.Width:
			b.X, b.Y = max(left, right), max(0, (t.Width-b.Width)/2)
			left = b.X + b.Length
			right = left
		case put.Lane == Right:
			b.X, b.Y = right, t.Width-b.Width
			right += b.Length
		default:
			b.X = left
			left += b.Length
		}
		out.Boxes = append(out.Boxes, b)
		out.Used = max(out.Used, b.X+b.Length)
		out.Pounds += p.Pounds
	}
	out.Stages = stages(t, pallets, out.Boxes)
	out.Faults = faults(t, pallets, out)
	return out
}

// stages weighs the axles as the truck leaves and after each stop but the last.
func stages(t Trailer, pallets []Pallet, boxes []Box) []Stage {
	last := 0
	for _, p := range pallets {
		last = max(last, p.Stop)
	}
	out := []Stage{}
	for stop := range max(1, last) {
		kingpin, tandem, pounds := 0.0, 0.0, int64(0)
		for _, b := range boxes {
			p := find(pallets, b.ID)
			if p.Stop <= stop {
				continue
			}
			pounds += p.Pounds
			share := (float64(t.Tandem) - float64(b.X) - float64(b.Length)/2) / float64(t.Tandem-t.Kingpin)
			kingpin, tandem = kingpin+float64(p.Pounds)*share, tandem+float64(p.Pounds)*(1-share)
		}
		steer := kingpin * float64(t.FifthWheel) / float64(t.Wheelbase)
		s := Stage{Stop: stop, Over: []string{}, Axles: Axles{Steer: t.Tare.Steer + int64(math.Round(steer)), Drive: t.Tare.Drive + int64(math.Round(kingpin-steer)), Tandem: t.Tare.Tandem + int64(math.Round(tandem))}}
		s.Gross = t.Tare.Steer + t.Tare.Drive + t.Tare.Tandem + pounds
		for _, a := range []struct {
			name       string
			has, limit int64
		}{{"steer", s.Steer, t.Limit.Steer}, {"drive", s.Drive, t.Limit.Drive}, {"tandem", s.Tandem, t.Limit.Tandem}, {"gross", s.Gross, t.Limit.Gross}} {
			if a.has > a.limit {
				s.Over = append(s.Over, a.name)
			}
		}
		out = append(out, s)
	}
	return out
}

// meet reports whether two stretches have more than an end in common.
func meet(a, long, b, other int64) bool { return a < b+other && b < a+long }

func faults(t Trailer, pallets []Pallet, l Load) []Fault {
	out := []Fault{}
	for i, b := range l.Boxes {
		p := find(pallets, b.ID)
		if b.X+b.Length > t.Length {
			out = append(out, Fault{Code: "long", ID: b.ID})
		}
		if b.Z+b.Height > t.Height {
			out = append(out, Fault{Code: "high", ID: b.ID})
		}
		if b.Width > t.Width {
			out = append(out, Fault{Code: "wide", ID: b.ID})
		}
		if p.Keeps != "" && !t.Reefer {
			out = append(out, Fault{Code: "reefer", ID: b.ID})
		}
		if b.Z > 0 {
			under := l.Boxes[i-1]
			q := find(pallets, under.ID)
			if !q.Stackable || !p.Stackable || b.Length > under.Length || b.Width > under.Width || p.Pounds > q.Pounds {
				out = append(out, Fault{Code: "unstable", ID: b.ID, Other: q.ID})
			}
		}
		for j, c := range l.Boxes {
			if i == j {
				continue
			}
			q := find(pallets, c.ID)
			over := c.Z > b.Z && meet(b.X, b.Length, c.X, c.Length) && meet(b.Y, b.Width, c.Y, c.Width)
			behind := c.X >= b.X+b.Length && meet(b.Y, b.Width, c.Y, c.Width)
			if q.Stop > p.Stop && (over || behind) {
				out = append(out, Fault{Code: "blocked", ID: b.ID, Other: c.ID})
				break
			}
		}
		for j, c := range l.Boxes[:i] {
			q := find(pallets, c.ID)
			if meet(b.X, b.Length, c.X, c.Length) && meet(b.Y, b.Width, c.Y, c.Width) && meet(b.Z, b.Height, c.Z, c.Height) {
				out = append(out, Fault{Code: "wide", ID: b.ID, Other: c.ID})
			}
			if p.Keeps != q.Keeps && j == i-1 {
				out = append(out, Fault{Code: "temperature", ID: b.ID, Other: c.ID})
			}
			beside := meet(b.X-1, b.Length+2, c.X, c.Length) && meet(b.Y-t.Width, 2*t.Width+b.Width, c.Y, c.Width)
			switch worst := together(p, q); {
			case worst == freight.Never:
				out = append(out, Fault{Code: "hazmat", ID: b.ID, Other: c.ID})
			case worst == freight.Separated && beside:
				out = append(out, Fault{Code: "separate", ID: b.ID, Other: c.ID})
			}
		}
	}
	if l.Pounds > t.Payload {
		out = append(out, Fault{Code: "weight"})
	}
	for _, s := range l.Stages {
		for _, name := range s.Over {
			out = append(out, Fault{Code: name, Stop: s.Stop})
		}
	}
	return out
}

func together(p, q *Pallet) freight.Together {
	worst := freight.Free
	for _, a := range p.Hazards {
		for _, b := range q.Hazards {
			worst = max(worst, freight.Segregate(a, b))
		}
	}
	return worst
}

// Auto finds an order of loading: the last stop first, the heavy ones of a stop before the light ones, on the side that is shorter. Where the floor is too short, what
// may be stacked is stacked within its stop. gap is the least free floor at the nose with which every axle is within its limit, where any helps.
func Auto(t Trailer, pallets []Pallet) (puts []Put, gap int64) {
	puts = steps(t, pallets, false)
	if Lay(t, pallets, puts, 0).Used > t.Length {
		puts = steps(t, pallets, true)
	}
	free := t.Length - Lay(t, pallets, puts, 0).Used
	for g := int64(0); g <= free; g += 6 {
		if over := slices.ContainsFunc(Lay(t, pallets, puts, g).Stages, func(s Stage) bool { return len(s.Over) > 0 }); !over {
			return puts, g
		}
	}
	return puts, 0
}

func steps(t Trailer, pallets []Pallet, stack bool) (puts []Put) {
	list := slices.Clone(pallets)
	slices.SortStableFunc(list, func(a, b Pallet) int { return cmp.Or(b.Stop-a.Stop, cmp.Compare(b.Pounds, a.Pounds)) })
	done := map[string]bool{}
	left, right := int64(0), int64(0)
	for i, p := range list {
		if done[p.ID] {
			continue
		}
		done[p.ID] = true
		put := Put{ID: p.ID, Lane: Left}
		switch {
		case 2*p.Width > t.Width:
			left = max(left, right) + p.Length
			right = left
		case right < left:
			put.Lane = Right
			right += p.Length
		default:
			left += p.Length
		}
		puts = append(puts, put)
		for _, q := range list[i+1:] {
			if stack && p.Stackable && q.Stackable && !done[q.ID] && q.Stop == p.Stop && q.Length <= p.Length && q.Width <= p.Width && p.Height+q.Height <= t.Height && q.Pounds <= p.Pounds {
				done[q.ID] = true
				puts = append(puts, Put{ID: q.ID, Lane: put.Lane, On: true})
				break
			}
		}
	}
	return puts
}
