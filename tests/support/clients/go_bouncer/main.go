// Command bouncer follows the decisions of a local API with CrowdSec's own library, and prints what it is told, a line of JSON each.
//
//	bouncer stream URL KEY      each answer of the stream: {"new": [...], "deleted": [...]}
//	bouncer live URL KEY IP...  the decisions of each address: [...]
//	bouncer metrics URL KEY     sends usage metrics once: {"status": 201}
package main

import (
	"context"
	"encoding/json"
	"os"
	"time"

	csbouncer "github.com/crowdsecurity/go-cs-bouncer"
	"github.com/crowdsecurity/crowdsec/pkg/models"
)

const agent = "winnow-test-bouncer/v1.2.3"

type entry struct {
	Value    string `json:"value"`
	Type     string `json:"type"`
	Scope    string `json:"scope"`
	Origin   string `json:"origin"`
	Scenario string `json:"scenario"`
	Seconds  int64  `json:"seconds"`
}

func entries(decisions models.GetDecisionsResponse) []entry {
	found := []entry{}
	for _, d := range decisions {
		left, err := time.ParseDuration(*d.Duration)
		fatal(err)
		found = append(found, entry{*d.Value, *d.Type, *d.Scope, *d.Origin, *d.Scenario, int64(left.Seconds())})
	}
	return found
}

func say(value any) {
	fatal(json.NewEncoder(os.Stdout).Encode(value))
}

func fatal(err error) {
	if err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}

func main() {
	mode, url, key := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	if mode == "stream" {
		bouncer := &csbouncer.StreamBouncer{APIKey: key, APIUrl: url, TickerInterval: "200ms", UserAgent: agent}
		fatal(bouncer.Init())
		go func() { fatal(bouncer.Run(ctx)) }()
		for answer := range bouncer.Stream {
			say(map[string][]entry{"new": entries(answer.New), "deleted": entries(answer.Deleted)})
		}
		return
	}
	bouncer := &csbouncer.LiveBouncer{APIKey: key, APIUrl: url, UserAgent: agent}
	fatal(bouncer.Init())
	if mode == "live" {
		for _, ip := range os.Args[4:] {
			found, err := bouncer.Get(ctx, ip)
			fatal(err)
			say(entries(*found))
		}
		return
	}
	_, answer, err := bouncer.APIClient.UsageMetrics.Add(ctx, metrics())
	fatal(err)
	say(map[string]int{"status": answer.Response.StatusCode})
}

// More than 5 kB, which the library compresses.
func metrics() *models.AllMetrics {
	name, unit, value, version, now, window := "dropped", "packet", 1.0, "v1.2.3", time.Now().Unix(), int64(900)
	system := "Debian"
	items := make([]*models.MetricsDetailItem, 200)
	for at := range items {
		labels := models.MetricsLabels{"origin": "winnow-rules", "ip_type": "ipv4"}
		items[at] = &models.MetricsDetailItem{Name: &name, Unit: &unit, Value: &value, Labels: labels}
	}
	component := &models.RemediationComponentsMetrics{
		BaseMetrics: models.BaseMetrics{
			Version:             &version,
			UtcStartupTimestamp: &now,
			Os:                  &models.OSversion{Name: &system, Version: &version},
			FeatureFlags:        []string{},
			Metrics: []*models.DetailedMetrics{{
				Items: items,
				Meta:  &models.MetricsMeta{UtcNowTimestamp: &now, WindowSizeSeconds: &window},
			}},
		},
		Type: "winnow-test-bouncer",
	}
	return &models.AllMetrics{RemediationComponents: []*models.RemediationComponentsMetrics{component}}
}
