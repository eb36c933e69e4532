// Vitest's side of tools/run/lib/progress.mjs: each file and test as it comes.
import { note } from '../../run/lib/progress.mjs'

const nameOf = (project, path) => `${project.name ? `[${project.name}] ` : ''}${path}`
const fileOf = (module) => nameOf(module.project, module.relativeModuleId)
const STATUS = { passed: 'passed', failed: 'failed', skipped: 'skipped', pending: 'skipped' }

// eslint-disable-next-line no-restricted-syntax -- Vitest takes a reporter by the default export of its file.
export default class ProgressReporter {
  onTestRunStart(specifications) {
    const { root } = specifications[0]?.project.vitest.config ?? {}
    for (const { project, moduleId } of specifications)
      note({ file: nameOf(project, root ? moduleId.replace(`${root}/`, '') : moduleId) })
  }

  onTestModuleCollected(module) {
    note({
      file: fileOf(module),
      tests: [...module.children.allTests()].map(({ id, fullName }) => [id, fullName]),
    })
  }

  onTestCaseReady(test) {
    note({ file: fileOf(test.module), began: test.id, title: test.fullName })
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result()
    note({
      file: fileOf(test.module),
      ended: test.id,
      title: test.fullName,
      status: STATUS[state],
      ms: test.diagnostic()?.duration,
      message: errors?.[0]?.message,
    })
  }

  onTestModuleEnd(module) {
    const failed = module.state() === 'failed' && ![...module.children.allTests('failed')].length
    note({
      file: fileOf(module),
      over: true,
      ...(failed && { loaded: false, message: module.errors()[0]?.message }),
    })
  }
}
