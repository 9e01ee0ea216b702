package claim

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/pdfform"
)

var notLetters = regexp.MustCompile(`[^a-z0-9]+`)

// likely proposes values for fields by what they are called; each value once.
func likely(fields []pdfform.Field) []Mapped {
	out, used := []Mapped{}, map[string]bool{}
	for _, f := range fields {
		if f.Locked || len(f.Options) > 0 {
			continue
		}
		if name, ok := guessRow(f); ok && !used[name] && f.Type == pdfform.Text {
			used[name] = true
			out = append(out, Mapped{Field: f.Name, From: name, Picks: []Pick{}})
			continue
		}
		for _, called := range []string{f.Label, f.Name[strings.LastIndex(f.Name, ".")+1:]} {
			name, is, ok := guess(notLetters.ReplaceAllString(strings.ToLower(called), ""), f.Type == pdfform.Check)
			if ok && !used[name+is] {
				used[name+is] = true
				out = append(out, Mapped{Field: f.Name, From: name, Is: is, Picks: []Pick{}})
				break
			}
		}
	}
	return out
}

// guess is the value that words of a form ask for.
func guess(words string, box bool) (name, is string, ok bool) {
	if words == "" {
		return "", "", false
	}
	if box {
		for kind, said := range map[Kind]string{Loss: "loss", Damage: "damage", Shortage: "shortage", Overcharge: "overcharge"} {
			if strings.Contains(words, said) && strings.Count(words, "loss")+strings.Count(words, "damage")+strings.Count(words, "shortage")+strings.Count(words, "overcharge") == 1 {
				return "kind", string(kind), true
			}
		}
		return "", "", false
	}
	for _, g := range guesses {
		if slices.Contains(g.words, words) {
			return g.name, "", true
		}
	}
	return "", "", false
}

var (
	numbered = regexp.MustCompile(`\d+`)
	ofRow    = map[string][]string{
		"code":        {"item", "itemno", "sku", "partno", "model"},
		"description": {"description", "commodity", "article", "articles", "itemdescription", "goods"},
		"pieces":      {"pieces", "pcs", "qty", "quantity", "numberofpieces", "units"},
		"weight":      {"weight", "wt", "lbs"},
		"unit":        {"price", "unitprice", "unitcost", "unitvalue", "cost", "invoiceprice", "costperunit"},
		"amount":      {"amount", "total", "value", "linetotal", "extension", "claimamount"},
	}
)

// guessRow is the value that a field of a numbered row asks for: detail.2.amount, Qty 3, Description_1.
func guessRow(f pdfform.Field) (name string, ok bool) {
	digits := numbered.FindAllString(f.Name, -1)
	if len(digits) != 1 {
		return "", false
	}
	row, err := strconv.Atoi(digits[0])
	if err != nil || row < 1 || row > mostLines {
		return "", false
	}
	whole := notLetters.ReplaceAllString(numbered.ReplaceAllString(strings.ToLower(f.Name), ""), "")
	last := notLetters.ReplaceAllString(numbered.ReplaceAllString(strings.ToLower(f.Name[strings.LastIndex(f.Name, ".")+1:]), ""), "")
	for of, words := range ofRow {
		if slices.Contains(words, whole) || slices.Contains(words, last) {
			return "line" + strconv.Itoa(row) + "-" + of, true
		}
	}
	return "", false
}

// guesses are words that claim forms have for values.
var guesses = []struct {
	name  string
	words []string
}{
	{"number", []string{"claimno", "claimnumber", "claimantsclaimno", "claimantsclaimnumber", "claimantclaimno", "yourclaimno", "claimantsnumber", "claimreference", "referenceno"}},
	{"amount", []string{"amount", "claimamount", "amountofclaim", "amountclaimed", "totalclaim", "totalamount", "totalamountclaimed", "total", "totalclaimed"}},
	{"currency", []string{"currency"}},
	{"statement", []string{"statement", "description", "explanation", "detailedstatement", "descriptionofloss", "descriptionofdamage", "reasonforclaim", "remarks", "comments", "details"}},
	{"today", []string{"date", "claimdate", "dateofclaim", "datesigned", "signaturedate", "todaysdate"}},
	{"pro", []string{"pro", "prono", "pronumber", "carrierpro", "freightbill", "freightbillno", "freightbillnumber", "carriersfreightbillno", "probill"}},
	{"bol", []string{"bol", "bolno", "bolnumber", "billoflading", "billofladingno", "billofladingnumber"}},
	{"shipment", []string{"shipment", "shipmentno", "shipmentnumber"}},
	{"shipped", []string{"shipdate", "dateshipped", "bolddate", "billofladingdate", "boldate", "pickupdate", "dateofshipment"}},
	{"delivered", []string{"deliverydate", "datedelivered", "dateofdelivery", "delivered"}},
	{"carrier", []string{"carrier", "carriername", "nameofcarrier", "tocarrier"}},
	{"carrierAddress", []string{"carrieraddress", "addressofcarrier"}},
	{"carrierNumber", []string{"carriersclaimno", "carrierclaimno", "carrierclaimnumber", "carriersclaimnumber"}},
	{"claimant", []string{"claimant", "claimantname", "nameofclaimant", "company", "companyname", "nameofcompany"}},
	{"mailAddress", []string{"claimantaddress", "addressofclaimant", "address", "companyaddress", "mailingaddress"}},
	{"mailStreet", []string{"street", "streetaddress", "claimantstreet"}},
	{"mailCity", []string{"city", "claimantcity"}},
	{"mailState", []string{"state", "claimantstate"}},
	{"mailZip", []string{"zip", "zipcode", "claimantzip", "postalcode"}},
	{"contact", []string{"contact", "contactname", "contactperson", "claimantcontact", "printname", "nameofcontact"}},
	{"email", []string{"email", "emailaddress", "contactemail", "claimantemail"}},
	{"phone", []string{"phone", "phoneno", "phonenumber", "telephone", "telephoneno", "contactphone", "claimantphone"}},
	{"preparedBy", []string{"preparedby", "claimpreparedby", "nameandtitle", "signedby"}},
	{"reference", []string{"customerno", "customernumber", "accountno", "accountnumber", "taxid"}},
	{"shipperName", []string{"shipper", "shippername", "nameofshipper", "consignor"}},
	{"shipperAddress", []string{"shipperaddress", "addressofshipper", "origin", "pointofshipment", "shippedfrom"}},
	{"consigneeName", []string{"consignee", "consigneename", "nameofconsignee"}},
	{"consigneeAddress", []string{"consigneeaddress", "addressofconsignee", "destination", "finaldestination"}},
	{"freight", []string{"freightcharges", "freight", "freightclaimed"}},
	{"salvage", []string{"salvage", "salvagevalue", "lesssalvage"}},
	{"weight", []string{"weight", "totalweight"}},
	{"pieces", []string{"pieces", "totalpieces", "numberofpieces"}},
	{"lines", []string{"items", "goods", "articles", "commodities", "detailofclaim", "itemizedlist"}},
}
