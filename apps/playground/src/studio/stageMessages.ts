import { toModel, type Model } from './model.js'

/** Messages of the stage to the studio. */
export type FromStage =
  | { kind: 'ready'; problem?: undefined }
  /** The modal stands; `problem`: or the kernel refuses an option, in its own words. */
  | { kind: 'drawn'; problem?: string }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

export const isFromStage = (value: unknown): value is FromStage =>
  isRecord(value) &&
  (value['kind'] === 'ready' || value['kind'] === 'drawn') &&
  (value['problem'] === undefined || typeof value['problem'] === 'string')

/** The model in a message of the studio to the stage; `undefined` in any other message. */
export const modelIn = (value: unknown): Model | undefined =>
  isRecord(value) && value['kind'] === 'model' ? toModel(value['model']) : undefined
