/** A file of a chosen folder, with its path from that folder on. */
export interface FolderFile {
  readonly path: string;
  readonly file: File;
}

/** The files of a folder that was chosen by an input with `webkitdirectory`. */
export function chosenFiles(files: FileList): FolderFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** The files of what was dropped, all folders in it included. Call it before anything is awaited: the drop then ends. */
export async function droppedFiles(transfer: DataTransfer): Promise<FolderFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (await Promise.all(entries.map(readEntry))).flat();
}

async function readEntry(entry: FileSystemEntry): Promise<FolderFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ''), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: FolderFile[] = [];
  // A reader gives a folder in lots; an empty lot is the end.
  for (;;) {
    const lot = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (lot.length === 0) return files;
    files.push(...(await Promise.all(lot.map(readEntry))).flat());
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
