// Loads a vault with foam-core and builds its graph, as editors with Foam do when they open one, and says what is in it:
//
//	NODE_PATH=FOLDER/node_modules node .ci/speed/foam.cjs VAULT
//
// where `npm install foam-core` has been run in FOLDER.
const fs = require('node:fs');
const path = require('node:path');
const foam = require('foam-core');

async function main(root) {
	const entries = fs.readdirSync(root, { recursive: true, withFileTypes: true });
	const notes = entries.filter(e => e.isFile() && e.name.endsWith('.md')).map(e => path.join(e.parentPath, e.name));
	const store = new foam.GenericDataStore(
		async () => notes.map(n => foam.URI.file(n)),
		uri => fs.promises.readFile(uri.toFsPath(), 'utf8'),
	);
	const parser = foam.createMarkdownParser([]);
	const provider = new foam.MarkdownResourceProvider(store, parser);
	const loaded = await foam.bootstrap(
		[foam.URI.file(root)], new foam.AlwaysIncludeMatcher(), undefined, store, parser, [provider], '.md', 'off',
	);
	console.log(`${loaded.workspace.list().length} notes, ${loaded.graph.getAllConnections().length} edges`);
}

main(path.resolve(process.argv[2]));
