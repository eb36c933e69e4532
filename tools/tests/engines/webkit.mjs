// WebKitGTK by WebDriver, over its own driver and a display that nobody sees.
import { freePort } from '../../run/lib/ports.mjs'
import { start } from './process.mjs'
import { findWebKit } from './programs.mjs'

async function ask(base, method, path, body) {
  const response = await fetch(`${base}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })
  const { value } = await response.json()
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** Starts a display and the driver on it. */
async function startPrograms(programs) {
  const size = ['-screen', '0', '1280x800x24']
  const screen = start(programs.screen, ['-displayfd', '1', ...size, '-nolisten', 'tcp'])
  const [, display] = await screen.says(/^(\d+)\s*$/m)
  const manager = start(programs.manager, [], { DISPLAY: `:${display}` })
  const port = await freePort()
  const driver = start(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    DISPLAY: `:${display}`,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
  })
  const base = `http://127.0.0.1:${port}`
  while (!(await ask(base, 'GET', '/status').catch(() => undefined))?.ready)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const end = () => {
    driver.end()
    manager.end()
    screen.end()
  }
  return { base, end }
}

/** Reads and clicks in a page, its frame, and the window that was opened from there. */
function createReader(inSession, page) {
  /** Turns to the page, its first frame, or the window that was opened from there. */
  const turnTo = async (place) => {
    const handles = await inSession('GET', '/window/handles')
    const handle = place === 'window' ? handles.find((one) => one !== page) : page
    if (!handle) return false
    await inSession('POST', '/window', { handle })
    await inSession('POST', '/frame', { id: place === 'frame' ? 0 : null })
    return true
  }
  const run = async (source) => {
    const script = `
      const done = (answer) => arguments[arguments.length - 1](JSON.stringify(answer))
      Promise.resolve((${source})()).then(
        (value) => done({ value: value ?? null }),
        (error) => done({ error: String(error) }),
      )`
    const { value, error } = JSON.parse(
      await inSession('POST', '/execute/async', { script, args: [] }),
    )
    if (error) throw new Error(error)
    return value
  }
  return {
    evaluate: run,
    /** In the page's frame, or in the window that it opened. `undefined` while that is not there. */
    async evaluateIn(place, source) {
      const seen = (await turnTo(place)) ? await run(source) : undefined
      await turnTo('page')
      return seen
    },
    /** `waitMs`: waits there for the element. Turning to another window would take the focus away. */
    async clickIn(place, selector, waitMs = 0) {
      await turnTo(place)
      await run(`async () => {
        for (const end = Date.now() + ${waitMs}; Date.now() < end; )
          if (document.querySelector(${JSON.stringify(selector)})) return
          else await new Promise((resolve) => setTimeout(resolve, 50))
      }`)
      const found = await inSession('POST', '/element', {
        using: 'css selector',
        value: selector,
      })
      await inSession('POST', `/element/${Object.values(found)[0]}/click`, {})
      await turnTo('page')
    },
  }
}

export const webkit = {
  name: 'WebKitGTK',
  async launch() {
    const programs = findWebKit()
    const { base, end } = await startPrograms(programs)
    const { sessionId } = await ask(base, 'POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
        },
      },
    })
    const inSession = (method, path, body) =>
      ask(base, method, `/session/${sessionId}${path}`, body)
    const page = await inSession('GET', '/window')
    return {
      goto: (url) => inSession('POST', '/url', { url }),
      ...createReader(inSession, page),
      keys: (...keys) =>
        inSession('POST', '/actions', {
          actions: [
            {
              type: 'key',
              id: 'keys',
              actions: keys.flatMap((value) => [
                { type: 'keyDown', value },
                { type: 'keyUp', value },
              ]),
            },
          ],
        }),
      async close() {
        await inSession('DELETE', '').catch(() => undefined)
        end()
      },
    }
  },
}
