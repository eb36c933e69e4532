export {
  type Access,
  type AccessRefusal,
  type AccessRules,
  type Project,
  createAccess,
} from './access.js'
export { type ClientAddress, createClientAddress, limitKeyOf } from './clientAddress.js'
export { runService } from './cli.js'
export { type Env, type EnvReader, createEnvReader } from './env.js'
export { inTime } from './inTime.js'
export { type Log, type LogLevel, jsonLog } from './log.js'
export { type Gauges, type Metrics, createMetrics, memoryGauges } from './metrics.js'
export { PAGE_HEADERS, type Page, createPages, healthPage, metricsPage } from './pages.js'
export { type Part, type PartHealth, type PartOptions, createPart } from './part.js'
export { prepareEnd } from './endServer.js'
export { type Listening, listen, serverTimeouts } from './server.js'
