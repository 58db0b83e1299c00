//! The program's arguments.

use std::path::PathBuf;

pub(crate) const USAGE: &str = "\
usage: textbook [all | EXPERIMENT …] [--size ITEMS] [--csv FOLDER] [--pictures FOLDER] [--from FOLDER]

  --size ITEMS       run one size, of this number of items, instead of those that are built in
  --csv FOLDER       write each table to FOLDER, too
  --pictures FOLDER  draw each table's pictures to FOLDER, as SVG, where there are times
  --from FOLDER      run nothing, and take the newest recorded tables of FOLDER

`textbook all --from benches/record --pictures docs/textbook` draws the pictures of the repository.
";

#[derive(Debug, Default)]
pub(crate) struct Options {
    names: Vec<String>,
    pub(crate) size: Option<usize>,
    pub(crate) csv: Option<PathBuf>,
    pub(crate) pictures: Option<PathBuf>,
    pub(crate) from: Option<PathBuf>,
    pub(crate) help: bool,
}

impl Options {
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>, names: &[&str]) -> Result<Self, String> {
        let mut options = Options::default();
        while let Some(argument) = arguments.next() {
            let mut folder = || arguments.next().map(PathBuf::from).ok_or(format!("{argument} needs a folder"));
            match argument.as_str() {
                "-h" | "--help" => options.help = true,
                "--size" => {
                    let size = arguments.next().ok_or("--size needs a number of items")?;
                    let items = size.parse().ok().filter(|items| *items > 0);
                    options.size = Some(items.ok_or_else(|| format!("--size {size}: not a number of items"))?);
                }
                "--csv" => options.csv = Some(folder()?),
                "--pictures" => options.pictures = Some(folder()?),
                "--from" => options.from = Some(folder()?),
                name if name == "all" || names.contains(&name) => options.names.push(argument),
                _ => return Err(format!("{argument}: neither an option nor an experiment")),
            }
        }
        if options.names.is_empty() && !options.help {
            return Err("no experiment is named".to_owned());
        }
        if options.from.is_some() && options.pictures.is_none() {
            return Err("--from needs --pictures".to_owned());
        }
        Ok(options)
    }

    /// Whether the experiment of this name is to run.
    pub(crate) fn chosen(&self, name: &str) -> bool {
        self.names.iter().any(|chosen| chosen == "all" || chosen == name)
    }
}
