type Node<Value> = { below: WeakMap<object, Node<Value>> | null; found: { readonly value: Value } | null };

/** Creates a memo that is keyed by object identity and references the objects weakly. */
export function createIdentityMemo<Value>(): (objects: readonly object[], compute: () => Value) => Value {
  const root: Node<Value> = { below: null, found: null };
  return (objects, compute) => {
    let node = root;
    for (const object of objects) {
      node.below ??= new WeakMap();
      const next = node.below.get(object) ?? { below: null, found: null };
      node.below.set(object, next);
      node = next;
    }
    node.found ??= { value: compute() };
    return node.found.value;
  };
}

/** Memoizes a function of one object, like `createIdentityMemo`. */
export function memoizeByIdentity<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const kept = createIdentityMemo<Value>();
  return (key) => kept([key], () => compute(key));
}
