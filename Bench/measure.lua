-- Makes wrk print its measurements as one JSON object.
done = function(summary, latency)
    local errors = summary.errors
    io.write(string.format(
        '{"requests": %d, "microseconds": %d, "bytes": %d, "failed": %d, "p50_us": %d, "p99_us": %d}\n',
        summary.requests, summary.duration, summary.bytes,
        errors.connect + errors.read + errors.write + errors.status + errors.timeout,
        latency:percentile(50), latency:percentile(99)))
end
