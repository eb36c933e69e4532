/** The path of alto's program, for Node. */
export declare const altoProgram: string
