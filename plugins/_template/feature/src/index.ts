export type { SampleFeatureApi } from './api.js'
export { sampleFeature, type SampleFeatureOptions } from './plugin.js'
