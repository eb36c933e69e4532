declare const process: { env: { NODE_ENV?: string } }

/** The text that the bundler wrote in the place of `process.env.NODE_ENV`; `undefined` where nobody did. */
function buildMode(): string | undefined {
  try {
    return process.env.NODE_ENV
  } catch {
    return undefined
  }
}

const isLocal = (hostname: string): boolean =>
  /^(?:|localhost|.*\.localhost|.*\.test|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/**
 * A test wallet signs whatever it is asked, with keys that everybody has: nobody's visitors may meet it.
 * @throws in a production build, and on a public host where no bundler says which build it is
 */
export function refuseProduction(page: { location: { hostname: string } }): void {
  const mode = buildMode()
  const { hostname } = page.location
  if (mode === undefined ? isLocal(hostname) : mode !== 'production') return
  const where = mode === undefined ? `on ${hostname}` : 'in a production build'
  throw new Error(
    `A test wallet of @latchkey/testing was asked for ${where}, and refuses: its keys are public, so whoever ` +
      'meets it can take what is sent to it, and it signs without asking. Make it in development and in tests ' +
      'only, behind import.meta.env.DEV or process.env.NODE_ENV, or set `allowProduction` in a demo on local chains.',
  )
}
