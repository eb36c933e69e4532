// The page of a secure frame for tests, on an origin of its own. The test that holds it tells it by
// `test:` messages what the visitor does in it.
import { FakeFrame } from './fakeFrame.js'

const frame = new FakeFrame()
frame.approval = 'wait'
addEventListener('message', ({ data, source, ports }: MessageEvent<unknown>) => {
  if (source !== parent) return
  if (data === 'test:approve') frame.decide(true)
  else if (data === 'test:events') parent.postMessage({ events: frame.seen }, '*')
  else frame.take(data, ports)
})
parent.postMessage(frame.ready, '*')
