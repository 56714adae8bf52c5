/** What a demo page is given: what stands in the address for the `$name` parts of its path. */
export type DemoParams = { params: Readonly<Record<string, string>> };
