// Package scan asks all sources of the world at once, under one deadline, and remembers their last good answers.
//
// No source can hold up, break or cancel another, and none can hold up the caller: one that fails, panics, is late or
// takes no notice of its context costs its own answer and nothing else. In the place of an answer that does not come
// stands the last one that did, with its age. A failure is never kept: what is stored are answers only, one file for
// each source and its settings, and of several processes that start at once one asks and the others read what it
// got. What a person has been told already is kept too, in a file of its own: see Seen.
//
// What the answers mean is left to vault/brief and vault/claim; how a source is asked, to the packages in integrations.
package scan

import (
	"context"
	"slices"
	"time"

	"vaultgraph/vault/world"
)

// A Source is one system that can be asked for its part of the world. Scan may be called from any goroutine, and ends
// soon after its context does. An error that is a *world.Failure says why there is no answer; the Part beside an error
// is not looked at.
type Source interface {
	Name() string
	Scan(ctx context.Context, q world.Query) (world.Part, error)
}

// A Job is one source to be asked.
type Job struct {
	Source Source
	// Key tells apart the settings of sources of one name: server, account, projects. It is stored as a hash, and
	// holds no secret all the same.
	Key string
	// Local tells a source that is read and not asked, such as git: its answer is never stored.
	Local bool
	// Timeout is how long this source may take; 0 is as long as all of them together.
	Timeout time.Duration
	// Off is why the source is not to be asked, such as a missing token; "" asks it.
	Off string
}

// What Run assumes where nothing else is said.
const (
	// FirstWindow is how far back a source is asked on its first run. Later it is asked for that much at least, so
	// that one answer serves sessions that have been away for different times.
	FirstWindow = 3 * 24 * time.Hour
	// MaxWindow is how far back a source is asked at most.
	MaxWindow = 14 * 24 * time.Hour
	// HookTTL is how long an answer counts as fresh at the start of a session.
	HookTTL = 5 * time.Minute
	// FinishLimit is how long Finish may take.
	FinishLimit = 2 * time.Minute
)

// Options say how the sources are asked.
type Options struct {
	// Cache is the folder of stored answers, such as world below vault.CacheDir; "" stores nothing. A folder that
	// cannot be written to does as little harm.
	Cache string
	// TTL is how old a stored answer may be to be taken instead of asking. 0 asks always.
	TTL time.Duration
	// NoCache leaves stored answers alone, even where a source fails. New ones are stored.
	NoCache bool
	// Offline asks local sources only.
	Offline bool
	// Now is the clock of this machine. It is read from several goroutines.
	Now func() time.Time
	// Since returns the time up to which a person has seen what the source of that name told; zero means never. Where
	// it is nil, that is when the source was last asked.
	Since func(source string) time.Time
	// From, where it is not zero, is from when on everything is news, whatever was seen.
	From time.Time
	// Me are the identities that are known before anybody is asked.
	Me world.Me
}

// A Status says what became of asking a source.
type Status string

// What can become of asking a source.
const (
	StatusOK     Status = "ok"     // asked and answered
	StatusCached Status = "cached" // not asked: a stored answer is fresh enough, or all there is offline
	StatusFailed Status = "failed" // asked, and no answer: see Failure
	StatusLate   Status = "late"   // asked, and no answer within the time
	StatusOff    Status = "off"    // not asked, and no stored answer either
)

// An Answer is what one source contributes.
type Answer struct {
	Name   string
	Status Status
	// AsOf is when Part held; zero where there is no answer at all. An answer of an earlier time stands in for the
	// one that did not come where the status is failed or late.
	AsOf time.Time
	Part world.Part
	// Failure is set where the status is failed or late.
	Failure *world.Failure
	// Off is why a source that is off was not asked.
	Off string
	// Since is the time from which on what Part tells is news. Part may go back further.
	Since time.Time
	// Capped tells that there was to be more news than MaxWindow holds.
	Capped bool
	// Took is how long the answer took to come.
	Took time.Duration
}

// Answered reports whether the answer is of this run, or fresh enough to count as such. What one that is not says may
// be shown with its age, and is never evidence of anything.
func (a *Answer) Answered() bool { return a.Status == StatusOK || a.Status == StatusCached }

// A Result is what a run got, in the order of its jobs.
type Result struct {
	// Started is when the run began, by this machine's clock.
	Started time.Time
	Answers []Answer
	// Late are the names of the sources that Finish would have to ask again.
	Late []string
	// Me are the identities that are known now.
	Me world.Me
}

// Parts returns the parts of the answers for which Answered holds.
func (r *Result) Parts() []world.Part {
	var parts []world.Part
	for i := range r.Answers {
		if r.Answers[i].Answered() {
			parts = append(parts, r.Answers[i].Part)
		}
	}
	return parts
}

// Run asks the sources of the jobs, all at once, and returns when all have answered or their time is up: that of the
// job, or that of ctx. A source that is still at it then is left to itself. There is no error: what went wrong stands
// in the answers.
func Run(ctx context.Context, jobs []Job, opt Options) *Result {
	result := &Result{Started: opt.Now(), Me: opt.Me}
	flights := make([]*flight, len(jobs))
	for i, job := range jobs {
		flights[i] = depart(ctx, job, &opt, result.Started)
	}
	for _, f := range flights {
		a := f.land()
		if a.Status == StatusLate {
			result.Late = append(result.Late, a.Name)
		}
		result.Me = result.Me.With(a.Part.Me)
		result.Answers = append(result.Answers, a)
	}
	return result
}

// Finish asks sources that were late, named by Result.Late, without a deadline other than FinishLimit, so that their
// answers are stored. It is what a process does that nobody waits for. Sources that somebody else has asked since are
// not asked again.
func Finish(ctx context.Context, jobs []Job, late []string, opt Options) *Result {
	ctx, cancel := context.WithTimeout(ctx, FinishLimit)
	defer cancel()
	var rest []Job
	for _, job := range jobs {
		if slices.Contains(late, job.Source.Name()) {
			job.Timeout = 0
			rest = append(rest, job)
		}
	}
	opt.NoCache = false
	opt.TTL = max(opt.TTL, HookTTL)
	return Run(ctx, rest, opt)
}
