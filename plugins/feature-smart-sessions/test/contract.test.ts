import { describePlugin } from '@latchkey/plugin-testkit'
import { drawView } from '@latchkey/ui-react/testing'
import { smartSessions } from '../src/index.js'

describePlugin('smart sessions', () => smartSessions({ url: 'https://api.shop.test' }), {
  kernel: { features: { smartSessions: true } },
  draw: (kernel, view) => drawView(kernel, view),
})

describePlugin('smart sessions, switched off', () => smartSessions(), {})
