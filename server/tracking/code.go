package tracking

import (
	"context"
	"slices"

	"lading/server/op"
	"lading/server/store"
)

// Code is what happened to a container or rail car, or is expected to.
type Code string

// The codes.
const (
	EmptyOut     Code = "empty-out"
	GateIn       Code = "gate-in"
	Loaded       Code = "loaded"
	Departed     Code = "departed"
	TransArrived Code = "transshipment-arrived"
	TransDischrg Code = "transshipment-discharged"
	TransLoaded  Code = "transshipment-loaded"
	TransDepart  Code = "transshipment-departed"
	Arrived      Code = "arrived"
	Berthed      Code = "berthed"
	Discharged   Code = "discharged"
	Held         Code = "held"
	Available    Code = "available"
	GateOut      Code = "gate-out"
	RailLoaded   Code = "rail-loaded"
	RailDeparted Code = "rail-departed"
	Passed       Code = "passed"
	Interchanged Code = "interchanged"
	RailArrived  Code = "rail-arrived"
	RailUnloaded Code = "rail-unloaded"
	Inland       Code = "inland-arrived"
	Placed       Code = "placed"
	Delivered    Code = "delivered"
	EmptyIn      Code = "empty-in"
	BadOrder     Code = "bad-order"
	Delayed      Code = "delayed"
)

// Values lists the codes in the order of a journey.
func (Code) Values() []string {
	out := make([]string, len(codes))
	for i, c := range codes {
		out[i] = string(c.Code)
	}
	return out
}

// Stage is how far an event brings a shipment.
type Stage string

// The stages. Most events bring it nowhere.
const (
	NoStage  Stage = ""
	PickedUp Stage = "picked-up"
	There    Stage = "delivered"
)

// Values lists the stages.
func (Stage) Values() []string { return []string{"", "picked-up", "delivered"} }

// MapCode is a code with those that others send for it. EDI is X12 element 157 of a 315 or 322; DCSA is the event type of Track & Trace 2.
type MapCode struct {
	Code       Code   `json:"Code"`
	EDI        string `json:"EDI"`
	DCSA       string `json:"DCSA"`
	Terminal49 string `json:"Terminal49"`
	Stage      Stage  `json:"Stage"`
	Container  bool   `json:"Container"` // of a container's journey
	Car        bool   `json:"Car"`       // of a rail car's journey
}

// codes is the table. A container has left its shipper when it comes full to the port or is loaded, a rail car when it departs loaded.
var codes = []MapCode{
	{EmptyOut, "EE", "GTOT", "container.transport.empty_out", NoStage, true, false},
	{GateIn, "I", "GTIN", "container.transport.full_in", PickedUp, true, false},
	{Loaded, "AE", "LOAD", "container.transport.vessel_loaded", PickedUp, true, false},
	{Departed, "VD", "DEPA", "container.transport.vessel_departed", PickedUp, true, false},
	{TransArrived, "", "ARRI", "container.transport.transshipment_arrived", PickedUp, true, false},
	{TransDischrg, "", "DISC", "container.transport.transshipment_discharged", PickedUp, true, false},
	{TransLoaded, "", "LOAD", "container.transport.transshipment_loaded", PickedUp, true, false},
	{TransDepart, "", "DEPA", "container.transport.transshipment_departed", PickedUp, true, false},
	{Arrived, "VA", "ARRI", "container.transport.vessel_arrived", PickedUp, true, false},
	{Berthed, "", "", "container.transport.vessel_berthed", PickedUp, true, false},
	{Discharged, "UV", "DISC", "container.transport.vessel_discharged", PickedUp, true, false},
	{Held, "PA", "", "container.transport.not_available", NoStage, true, false},
	{Available, "AV", "", "container.transport.available", PickedUp, true, false},
	{GateOut, "OA", "GTOT", "container.transport.full_out", PickedUp, true, false},
	{RailLoaded, "AL", "LOAD", "container.transport.rail_loaded", PickedUp, true, true},
	{RailDeparted, "RL", "DEPA", "container.transport.rail_departed", PickedUp, true, true},
	{Passed, "", "", "", PickedUp, false, true},
	{Interchanged, "", "", "", PickedUp, false, true},
	{RailArrived, "AR", "ARRI", "container.transport.rail_arrived", PickedUp, true, true},
	{RailUnloaded, "UR", "DISC", "container.transport.rail_unloaded", PickedUp, true, true},
	{Inland, "", "ARRI", "container.transport.arrived_at_inland_destination", PickedUp, true, false},
	{Placed, "", "", "", PickedUp, false, true},
	{Delivered, "D", "", "container.transport.delivered", There, true, true},
	{EmptyIn, "RD", "GTIN", "container.transport.empty_in", There, true, true},
	{BadOrder, "", "", "", NoStage, false, true},
	{Delayed, "", "", "", NoStage, true, true},
}

func codeOf(c Code) MapCode {
	i := slices.IndexFunc(codes, func(m MapCode) bool { return m.Code == c })
	if i < 0 {
		return MapCode{Code: c}
	}
	return codes[i]
}

// expected are the codes that an ETA may be of, the last stop first.
var expected = []Code{Delivered, Inland, RailArrived, Arrived}

// MapCodes lists what the events of all sources are read as.
func (a *Area) MapCodes(_ context.Context, _ *store.Tx, _ op.None) ([]MapCode, error) {
	return codes, nil
}
