package routing

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
)

// Values are what routes are planned with: what a trailer takes, when receivers unload, how fast a truck is, and what one costs for which no contract has a price.
type Values struct {
	MaxPounds    int64 `json:"maxPounds" validate:"gte=1000,lte=200000"`
	MaxPallets   int64 `json:"maxPallets" validate:"gte=1,lte=60"`
	MaxCubicFeet int64 `json:"maxCubicFeet" validate:"gte=100,lte=10000"`
	MaxStops     int   `json:"maxStops" validate:"gte=1,lte=20"`
	MaxDays      int   `json:"maxDays" validate:"gte=1,lte=14"` // that a route may last

	LeavesFrom    string `json:"leavesFrom" validate:"required,datetime=15:04"`
	LeavesTo      string `json:"leavesTo" validate:"required,datetime=15:04"`
	ReceivesFrom  string `json:"receivesFrom" validate:"required,datetime=15:04"`
	ReceivesTo    string `json:"receivesTo" validate:"required,datetime=15:04"`
	Weekends      bool   `json:"weekends"` // receivers unload on Saturdays and Sundays, too
	StopMinutes   int    `json:"stopMinutes" validate:"gte=0,lte=480"`
	PalletMinutes int    `json:"palletMinutes" validate:"gte=0,lte=60"`

	MilesPerHour int  `json:"milesPerHour" validate:"gte=20,lte=75"`
	Circuity     int  `json:"circuity" validate:"gte=100,lte=200"`        // miles by road for a hundred miles as the crow flies
	DriverHours  bool `json:"driverHours"`                                // breaks and rests of 49 CFR 395.3 are planned
	WeekHours    int  `json:"weekHours" validate:"omitempty,oneof=60 70"` // on duty in 7 or in 8 days; none is 60
	SpareMinutes int  `json:"spareMinutes" validate:"gte=0,lte=180"`

	MileMinor      int64 `json:"mileMinor" validate:"gte=0,lte=100000"`
	StopMinor      int64 `json:"stopMinor" validate:"gte=0,lte=1000000"`
	FreeStops      int   `json:"freeStops" validate:"gte=0,lte=20"`
	MinimumMinor   int64 `json:"minimumMinor" validate:"gte=0,lte=10000000"`
	FleetMileMinor int64 `json:"fleetMileMinor" validate:"gte=0,lte=100000"`
	FleetDayMinor  int64 `json:"fleetDayMinor" validate:"gte=0,lte=10000000"` // of an own truck that leaves the yard
}

// Check judges what tags cannot.
func (v *Values) Check() (bad []fail.Field) {
	if v.LeavesTo < v.LeavesFrom {
		bad = append(bad, fail.Of("leavesTo", "pickup-window-backwards"))
	}
	if v.ReceivesTo < v.ReceivesFrom {
		bad = append(bad, fail.Of("receivesTo", "pickup-window-backwards"))
	}
	return bad
}

// first is what an organisation begins with: a 53-foot trailer and the days of a shipper. The prices per mile are examples that an administrator replaces.
var first = Values{MaxPounds: 44_000, MaxPallets: 26, MaxCubicFeet: 3_800, MaxStops: 5, MaxDays: 5, LeavesFrom: "06:00", LeavesTo: "16:00", ReceivesFrom: "08:00", ReceivesTo: "16:00",
	StopMinutes: 30, PalletMinutes: 3, MilesPerHour: 50, Circuity: 117, DriverHours: true, WeekHours: 60, SpareMinutes: 30, MileMinor: 260, StopMinor: 7_500, FreeStops: 1, MinimumMinor: 65_000, FleetMileMinor: 190, FleetDayMinor: 28_000}

// Defaults are the values that a scenario begins with.
type Defaults struct {
	Values
	resource.Based
}

func defaults(a *Area) *resource.Section[Defaults] {
	return &resource.Section[Defaults]{Key: "mtl", First: Defaults{Values: first}, Path: "Mtl/SaveDefaults", Write: right.ManagePlanning}
}

// MtlDefaults tells the values that a scenario begins with.
func (a *Area) MtlDefaults(ctx context.Context, tx *store.Tx, _ op.None) (Defaults, error) {
	d, err := defaults(a).Get(ctx, tx)
	if !tx.By.May(right.SeeMoney) {
		d.Values = d.withoutMoney()
	}
	return d, err
}

func (v Values) withoutMoney() Values {
	v.MileMinor, v.StopMinor, v.MinimumMinor, v.FleetMileMinor, v.FleetDayMinor = 0, 0, 0, 0, 0
	return v
}
