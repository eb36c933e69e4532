// `pnpm mutants [-- -m 'packages/kernel/src/storage/**/*.ts']`: how many small faults in the
// contract and the kernel its tests notice. Not part of `npm test`: it takes hours.
// Apache-2.0, a tool: nothing of it reaches a host.
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './tools/tests/mutants/ignoreMessages.mjs'],
  vitest: { configFile: 'tools/tests/mutants/vitest.config.ts', related: false },
  mutate: [
    'packages/{plugin-api,kernel}/src/**/*.ts',
    '!**/*.test.ts',
    '!**/*.test-d.ts',
    '!**/index.ts',
  ],
  ignorers: ['messages'],
  // Code that runs once while a module loads would need a run of all tests for each mutant.
  ignoreStatic: true,
  ignorePatterns: [
    '**',
    '!packages/kernel/**',
    '!packages/plugin-api/**',
    '!tools/tests/mutants/**',
    '!docs/errors.md',
    '!package.json',
    '!tsconfig.base.json',
    '!tsconfig.json',
    '**/node_modules',
    '**/dist/**',
    '**/build/**',
  ],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 20_000,
  timeoutFactor: 3,
  tempDirName: '.tmp/stryker',
  incremental: true,
  incrementalFile: '.tmp/mutants/incremental.json',
  reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
  clearTextReporter: {
    allowColor: false,
    reportTests: false,
    logTests: false,
    reportMutants: true,
  },
  jsonReporter: { fileName: '.tmp/mutants/report.json' },
  htmlReporter: { fileName: '.tmp/mutants/report.html' },
  thresholds: { high: 85, low: 75, break: 75 },
  allowEmpty: false,
}
