/** The streams of the process, or those of a test. */
export interface Streams {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  stdout: NodeJS.WritableStream
  stderr: { write(text: string): unknown }
}
