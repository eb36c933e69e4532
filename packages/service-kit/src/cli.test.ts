import { afterEach, expect, it, vi } from 'vitest'
import { runService } from './cli.js'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

it('A level of the log that does not exist is refused by name before the service starts', async () => {
  vi.stubEnv('LOG_LEVEL', 'loud')
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })
  const start = vi.fn()
  await expect(runService(start)).rejects.toThrow('exit 1')
  expect(written.mock.calls).toEqual([[expect.stringContaining('LOG_LEVEL')]])
  expect(start).not.toHaveBeenCalled()
})
