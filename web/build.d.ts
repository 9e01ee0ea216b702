declare module '@babel/core' {
  export function transformAsync(code: string, options: object): Promise<unknown>
}
