// Playwright's side of tools/run/lib/progress.mjs: each file and test as it comes.
import { relative } from 'node:path'
import { root } from '../../run/lib/paths.mjs'
import { note } from '../../run/lib/progress.mjs'

const fileOf = (test) => relative(root, test.location.file)
const titleOf = (test) => test.titlePath().slice(3).join(' › ')
const STATUS = { skipped: 'skipped', expected: 'passed', unexpected: 'failed', flaky: 'failed' }

// eslint-disable-next-line no-restricted-syntax -- Playwright takes a reporter by the default export of its file.
export default class ProgressReporter {
  onBegin(_config, suite) {
    for (const file of new Set(suite.allTests().map(fileOf))) note({ file })
  }

  onTestBegin(test) {
    note({ file: fileOf(test), began: test.id, title: titleOf(test) })
  }

  onTestEnd(test, { duration, error }) {
    const { message, location } = error ?? {}
    note({
      file: fileOf(test),
      ended: test.id,
      title: titleOf(test),
      status: STATUS[test.outcome()],
      ms: duration,
      ...(message && { message: location ? `line ${location.line}: ${message}` : message }),
    })
  }
}
