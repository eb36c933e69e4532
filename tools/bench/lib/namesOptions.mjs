// Laid over the environment of the service in `bench names`.
import process from 'node:process'

export const options = { names: JSON.parse(process.env.BENCH_NAMES ?? '{}') }
