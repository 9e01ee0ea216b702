package book

import (
	"strconv"
	"strings"

	"lading/server/rating/engine"
)

// setting is one line of the Tariff sheet.
type setting struct {
	name string
	get  func(*engine.Tariff) string
	set  func(t *engine.Tariff, text string) bool // false where the text is not one
	only engine.Mode
}

func text(name string, at func(*engine.Tariff) *string, ok func(string) bool) setting {
	return setting{name: name, get: func(t *engine.Tariff) string { return *at(t) }, set: func(t *engine.Tariff, s string) bool { *at(t) = s; return ok == nil || ok(s) }}
}

func decimal(only engine.Mode, name string, at func(*engine.Tariff) *engine.Dec) setting {
	return setting{name: name, only: only, get: func(t *engine.Tariff) string { return dec(*at(t)) }, set: func(t *engine.Tariff, s string) bool {
		d, err := engine.ParseDec(s)
		*at(t) = d
		return err == nil && d >= 0 && (!strings.HasSuffix(strings.ToLower(name), "discount") || d <= engine.Int(100))
	}}
}

func cents(only engine.Mode, name string, at func(*engine.Tariff) *engine.Cents) setting {
	return setting{name: name, only: only, get: func(t *engine.Tariff) string {
		if *at(t) == 0 {
			return ""
		}
		return at(t).String()
	}, set: func(t *engine.Tariff, s string) bool {
		c, err := engine.ParseCents(s)
		*at(t) = c
		return err == nil && c >= 0
	}}
}

func whole(only engine.Mode, name string, at func(*engine.Tariff) *int64) setting {
	return setting{name: name, only: only, get: func(t *engine.Tariff) string {
		if *at(t) == 0 {
			return ""
		}
		return strconv.FormatInt(*at(t), 10)
	}, set: func(t *engine.Tariff, s string) bool {
		n, err := strconv.ParseInt(s, 10, 32)
		*at(t) = n
		return err == nil && n >= 0
	}}
}

func small(only engine.Mode, name string, at func(*engine.Tariff) *int) setting {
	return setting{name: name, only: only, get: func(t *engine.Tariff) string { return num(*at(t)) }, set: func(t *engine.Tariff, s string) bool {
		n, err := strconv.Atoi(s)
		*at(t) = n
		return err == nil && n >= 0 && n < 10_000
	}}
}

func among[T ~string](name string, at func(*engine.Tariff) *T, values []string) setting {
	return setting{name: name, get: func(t *engine.Tariff) string { return string(*at(t)) }, set: func(t *engine.Tariff, s string) bool {
		for _, v := range values {
			if strings.EqualFold(v, s) {
				*at(t) = T(v)
				return true
			}
		}
		return false
	}}
}

const (
	ltl        = engine.ModeLTL
	volume     = engine.ModeVolume
	truckload  = engine.ModeTruckload
	intermodal = engine.ModeIntermodal
	parcel     = engine.ModeParcel
)

// settings are the lines of the Tariff sheet. A line of another mode is not written and not taken.
var settings = []setting{
	text("Name", func(t *engine.Tariff) *string { return &t.Name }, func(s string) bool { return len(s) <= 80 }),
	text("Carrier", func(t *engine.Tariff) *string { return &t.Carrier }, scac.MatchString),
	among("Mode", func(t *engine.Tariff) *engine.Mode { return &t.Mode }, engine.Mode("").Values()),
	text("Currency", func(t *engine.Tariff) *string { return &t.Currency }, money.MatchString),
	text("From", func(t *engine.Tariff) *string { return &t.From }, isDay),
	text("To", func(t *engine.Tariff) *string { return &t.To }, isDay),
	among("Rounding", func(t *engine.Tariff) *engine.Rounding { return &t.Rounding }, engine.HalfUp.Values()),

	decimal(ltl, "Discount", func(t *engine.Tariff) *engine.Dec { return &t.LTL.Discount }),
	cents(ltl, "Gross minimum", func(t *engine.Tariff) *engine.Cents { return &t.LTL.GrossMin }),
	cents(ltl, "Absolute minimum", func(t *engine.Tariff) *engine.Cents { return &t.LTL.Absolute }),
	decimal(ltl, "Spot quote above feet", func(t *engine.Tariff) *engine.Dec { return &t.LTL.SpotFeet }),
	small(ltl, "Spot quote above units", func(t *engine.Tariff) *int { return &t.LTL.SpotUnits }),

	decimal(volume, "Rate per foot", func(t *engine.Tariff) *engine.Dec { return &t.Volume.Rate }),
	cents(volume, "Minimum", func(t *engine.Tariff) *engine.Cents { return &t.Volume.Minimum }),
	decimal(volume, "Minimum feet", func(t *engine.Tariff) *engine.Dec { return &t.Volume.MinFeet }),
	decimal(volume, "Maximum feet", func(t *engine.Tariff) *engine.Dec { return &t.Volume.MaxFeet }),
	decimal(volume, "Maximum lb", func(t *engine.Tariff) *engine.Dec { return &t.Volume.MaxLb }),

	decimal(truckload, "Rate per mile", func(t *engine.Tariff) *engine.Dec { return &t.Truckload.Rate }),
	cents(truckload, "Minimum", func(t *engine.Tariff) *engine.Cents { return &t.Truckload.Minimum }),
	small(truckload, "Free stops", func(t *engine.Tariff) *int { return &t.Truckload.FreeStops }),
	cents(truckload, "Stop charge", func(t *engine.Tariff) *engine.Cents { return &t.Truckload.Stop }),

	cents(intermodal, "Rail", func(t *engine.Tariff) *engine.Cents { return &t.Intermodal.Rail }),
	decimal(intermodal, "Rail fuel percent", func(t *engine.Tariff) *engine.Dec { return &t.Intermodal.RailFuel }),
	cents(intermodal, "Dray from", func(t *engine.Tariff) *engine.Cents { return &t.Intermodal.DrayFrom }),
	cents(intermodal, "Dray to", func(t *engine.Tariff) *engine.Cents { return &t.Intermodal.DrayTo }),
	decimal(intermodal, "Dray fuel percent", func(t *engine.Tariff) *engine.Dec { return &t.Intermodal.DrayFuel }),
	cents(intermodal, "Chassis per day", func(t *engine.Tariff) *engine.Cents { return &t.Intermodal.ChassisDay }),
	small(intermodal, "Chassis days", func(t *engine.Tariff) *int { return &t.Intermodal.Days }),

	decimal(parcel, "Discount", func(t *engine.Tariff) *engine.Dec { return &t.Parcel.Discount }),
	cents(parcel, "Minimum", func(t *engine.Tariff) *engine.Cents { return &t.Parcel.Minimum }),
	whole(parcel, "Divisor", func(t *engine.Tariff) *int64 { return &t.Parcel.Dim.Divisor }),
	whole(parcel, "Divisor above cubic inches", func(t *engine.Tariff) *int64 { return &t.Parcel.Dim.Over }),
	{name: "Inches to the nearest", only: parcel, get: func(t *engine.Tariff) string { return yes(t.Parcel.Dim.Nearest) }, set: func(t *engine.Tariff, s string) bool { return flag(s, &t.Parcel.Dim.Nearest) }},
	whole(parcel, "Handling longest", func(t *engine.Tariff) *int64 { return &t.Parcel.Sizes.Longest }),
	whole(parcel, "Handling second", func(t *engine.Tariff) *int64 { return &t.Parcel.Sizes.Second }),
	whole(parcel, "Handling lb", func(t *engine.Tariff) *int64 { return &t.Parcel.Sizes.Weight }),
	whole(parcel, "Handling cubic", func(t *engine.Tariff) *int64 { return &t.Parcel.Sizes.Cubic }),
	whole(parcel, "Large longest", func(t *engine.Tariff) *int64 { return &t.Parcel.Sizes.LargeLongest }),
	whole(parcel, "Large girth", func(t *engine.Tariff) *int64 { return &t.Parcel.Sizes.LargeGirth }),
	whole(parcel, "Large cubic", func(t *engine.Tariff) *int64 { return &t.Parcel.Sizes.LargeCubic }),
	whole(parcel, "Large lb", func(t *engine.Tariff) *int64 { return &t.Parcel.Sizes.LargeWeight }),
	whole(parcel, "Large bills lb", func(t *engine.Tariff) *int64 { return &t.Parcel.Sizes.LargeBills }),
	whole(parcel, "Largest lb", func(t *engine.Tariff) *int64 { return &t.Parcel.Sizes.MaxWeight }),
	whole(parcel, "Largest longest", func(t *engine.Tariff) *int64 { return &t.Parcel.Sizes.MaxLongest }),
	whole(parcel, "Largest girth", func(t *engine.Tariff) *int64 { return &t.Parcel.Sizes.MaxGirth }),
	cents(parcel, "Declared free", func(t *engine.Tariff) *engine.Cents { return &t.Parcel.Declared.Free }),
	cents(parcel, "Declared per", func(t *engine.Tariff) *engine.Cents { return &t.Parcel.Declared.Per }),
	cents(parcel, "Declared amount", func(t *engine.Tariff) *engine.Cents { return &t.Parcel.Declared.Amount }),
	cents(parcel, "Declared minimum", func(t *engine.Tariff) *engine.Cents { return &t.Parcel.Declared.Minimum }),

	among("Fuel kind", func(t *engine.Tariff) *engine.FuelKind { return &t.Fuel.Kind }, engine.FuelTable.Values()),
	small("", "Fuel from weekday", func(t *engine.Tariff) *int { return &t.Fuel.Weekday }),
	decimal("", "Fuel percent", func(t *engine.Tariff) *engine.Dec { return &t.Fuel.Percent }),
	decimal("", "Fuel base", func(t *engine.Tariff) *engine.Dec { return &t.Fuel.Base }),
	decimal("", "Fuel step", func(t *engine.Tariff) *engine.Dec { return &t.Fuel.Step }),
	decimal("", "Fuel per step", func(t *engine.Tariff) *engine.Dec { return &t.Fuel.PerStep }),
	decimal("", "Fuel miles per gallon", func(t *engine.Tariff) *engine.Dec { return &t.Fuel.MPG }),
}

// flag reads yes and no.
func flag(s string, to *bool) bool {
	switch strings.ToLower(s) {
	case "yes", "true", "1", "y", "x":
		*to = true
	case "", "no", "false", "0", "n":
		*to = false
	default:
		return false
	}
	return true
}

func (w *writer) tariff(t *engine.Tariff) {
	w.table("Tariff", "Setting", "Value")
	full := *t
	open(&full)
	for _, s := range settings {
		if s.only != "" && s.only != t.Mode || strings.HasPrefix(s.name, "Fuel") && t.Fuel == nil {
			continue
		}
		if v := s.get(&full); v != "" {
			w.row(s.name, v)
		}
	}
}

// open makes the parts that a tariff's settings stand in.
func open(t *engine.Tariff) {
	if t.LTL == nil {
		t.LTL = &engine.LTL{}
	}
	if t.Volume == nil {
		t.Volume = &engine.Volume{}
	}
	if t.Truckload == nil {
		t.Truckload = &engine.Truckload{}
	}
	if t.Intermodal == nil {
		t.Intermodal = &engine.Intermodal{}
	}
	parcel := engine.Parcel{}
	if t.Parcel != nil {
		parcel = *t.Parcel
	}
	if parcel.Declared == nil {
		parcel.Declared = &engine.Declared{}
	}
	t.Parcel = &parcel
	if t.Fuel == nil {
		t.Fuel = &engine.Fuel{}
	}
}

// shut drops the parts that are not the mode's own.
func shut(t *engine.Tariff) {
	for mode, drop := range map[engine.Mode]func(){
		ltl: func() { t.LTL = nil }, volume: func() { t.Volume = nil }, truckload: func() { t.Truckload = nil },
		intermodal: func() { t.Intermodal = nil }, parcel: func() { t.Parcel = nil },
	} {
		if mode != t.Mode {
			drop()
		}
	}
	if t.Parcel != nil && t.Parcel.Declared.Per == 0 {
		t.Parcel.Declared = nil
	}
	if t.Fuel.Kind == "" {
		t.Fuel = nil
	}
}
