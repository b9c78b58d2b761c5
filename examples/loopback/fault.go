package loopback

// A Fault is a way in which a server fails on every request.
type Fault string

// The faults that a World can ask for.
const (
	FaultUnauthorized Fault = "401"
	FaultSSO          Fault = "403-sso"        // single sign-on is wanted (GitHub)
	FaultCaptcha      Fault = "403-captcha"    // failed logins want a browser first (Jira)
	FaultForbidRate   Fault = "403-rate"       // primary limit, without Retry-After
	FaultForbidRetry  Fault = "403-rate-retry" // secondary limit, with Retry-After
	FaultTooMany      Fault = "429"            // without Retry-After
	FaultTooManyRetry Fault = "429-retry"      // with Retry-After
	FaultNotFound     Fault = "404"
	FaultGone         Fault = "410"
	FaultServer       Fault = "500"
	FaultHTML         Fault = "html"      // 200 with a login page
	FaultAnonymous    Fault = "anonymous" // 200 with nothing in it, as Jira answers to a bad token
	FaultTruncated    Fault = "truncated" // half of the JSON, connection closed cleanly
	FaultReset        Fault = "reset"     // connection reset
	FaultHang         Fault = "hang"      // headers, then nothing
	FaultSlow         Fault = "slow"      // a byte now and then
	FaultLoop         Fault = "loop"      // page tokens that lead in a circle
)
