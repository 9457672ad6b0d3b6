import { describe, expect, it } from 'vitest'
import { mergeMetrics } from './merge-metrics.ts'

const textOf = (sockets: number) => `# HELP everkin_sockets Open websockets.
# TYPE everkin_sockets gauge
everkin_sockets ${sockets}
# HELP everkin_http_requests_total Requests.
# TYPE everkin_http_requests_total counter
everkin_http_requests_total{method="GET",route="/a b"} 3
`

describe('metrics of several workers', () => {
  it('label each series, and describe each metric once', () => {
    expect(
      mergeMetrics([
        { worker: 1, text: textOf(5) },
        { worker: 2, text: textOf(7) },
      ]),
    ).toBe(`# HELP everkin_sockets Open websockets.
# TYPE everkin_sockets gauge
everkin_sockets{worker="1"} 5
everkin_sockets{worker="2"} 7
# HELP everkin_http_requests_total Requests.
# TYPE everkin_http_requests_total counter
everkin_http_requests_total{worker="1",method="GET",route="/a b"} 3
everkin_http_requests_total{worker="2",method="GET",route="/a b"} 3
`)
  })

  it('leave out a worker that had nothing to say', () => {
    expect(mergeMetrics([{ worker: 1, text: '' }])).toBe('')
  })
})
