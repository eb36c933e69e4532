export { sampleFeature, type SampleFeatureApi, type SampleFeatureOptions } from './plugin.js'
